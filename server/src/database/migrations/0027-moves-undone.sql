-- A place is also held for a booking that the staff has moved away and may put back: the one it had, with all that it is to be
-- again. One that is deleted meanwhile may come back to both.
alter table held_places
  drop constraint held_places_tenant_id_booking_id_key,
  drop constraint held_places_check2,
  add column is_former boolean not null default false,
  -- Of the booking, as the move made it: whatever changes it since cannot be undone unseen.
  add column version integer,
  add column scheduled_at timestamptz,
  add column former_day date,
  add column former_hour time,
  add column despite text[],
  add unique (tenant_id, booking_id, is_former),
  add check ((waiting_id is not null or is_former) = (visit_hour is not null)),
  add check (is_former = (version is not null and scheduled_at is not null and booking_id is not null));
