-- Step by step: an index of a large table is built beside the work of others.

-- What is to come of a service is found without what is over.
drop index concurrently if exists bookings_service_days;

create index concurrently bookings_service_days on bookings (tenant_id, service_id, visit_day);

drop index concurrently if exists bookings_service;

alter index bookings_service_days rename to bookings_service;
