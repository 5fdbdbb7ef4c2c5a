-- Step by step: a key is built beside the work of others, and takes the place of the former one in a moment.
-- A fingerprint reads the days of some calendars within a horizon: neither those of the others nor the past.

drop index concurrently if exists calendar_days_by_calendar;

create unique index concurrently calendar_days_by_calendar on calendar_days (tenant_id, calendar_id, day);

alter table calendar_days
  drop constraint calendar_days_pkey,
  add constraint calendar_days_pkey primary key using index calendar_days_by_calendar;
