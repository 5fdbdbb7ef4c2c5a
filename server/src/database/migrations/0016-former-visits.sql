-- When a moved visit was to be before, as its customer was told last; null when nobody was told.
alter table bookings add column former_day date, add column former_hour time;
