-- The shortest free time in minutes that visitors' bookings should leave; 0: any.
alter table configurations add column app_min_gap integer not null default 0 check (app_min_gap between 0 and 240);
