-- Whether a visitor booked with whoever is free, so that a move offers everybody again.
alter table bookings add column any_calendar boolean not null default false;
