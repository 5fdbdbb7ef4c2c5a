-- Step by step: the index of bookings is built beside the work of others.
-- The first booking of the series that one is part of, itself included; null for what is part of none.
alter table bookings add column if not exists series_id bigint;

alter table bookings
  drop constraint if exists bookings_series,
  add constraint bookings_series foreign key (tenant_id, series_id) references bookings (tenant_id, id) not valid;

alter table bookings validate constraint bookings_series;

drop index concurrently if exists bookings_of_series;

create index concurrently bookings_of_series on bookings (tenant_id, series_id) where series_id is not null;

-- One e-mail tells of all visits of a series.
alter table messages
  drop constraint if exists messages_kind,
  add constraint messages_kind check (kind in (
    'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'moved-booking', 'cancelled-booking',
    'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts', 'waiting-joined',
    'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation'
  )) not valid;
