-- A month asks for the closures of all calendars that touch its days.
create index days_off_of_days on days_off (tenant_id, day_to) where deleted_at is null;
