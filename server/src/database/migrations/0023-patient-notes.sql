-- What visitors write beside a booking, where its service allows it; '' when they wrote nothing.
alter table bookings add column patient_notes text not null default '';
