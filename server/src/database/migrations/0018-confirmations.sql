-- Hours before a visit until which its customer is asked to confirm it; 0: never.
alter table configurations add column app_confirmation_hours integer not null default 0
  check (app_confirmation_hours between 0 and 1440);

-- The start that the customer has confirmed; a reschedule to another time thus ends the confirmation.
alter table bookings add column confirmed_for timestamptz;

alter table booking_history drop constraint booking_history_kind_check, add constraint booking_history_kind_check
  check (kind in ('rescheduled', 'person', 'cancelled', 'restored', 'attendance', 'telephone', 'confirmed'));
