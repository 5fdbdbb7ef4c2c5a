-- How many services a visitor can book in one visit.
alter table configurations
  add column app_services_per_visit integer not null default 1 check (app_services_per_visit between 1 and 4);

-- The variants of a service in order, each with an id, a name, a duration and prices of its own.
alter table services add column variants jsonb not null default '[]' check (jsonb_typeof(variants) = 'array');

-- The services of a visit in order, as they were booked; null for one service without a variant. Then service_id is the first,
-- and service_name, service_duration and service_price are those of the whole visit, whose price may be four times the highest.
alter table bookings
  add column services jsonb,
  alter column service_price type numeric(12, 2);

-- The services that the customer waits for in order, if there are several or a variant.
alter table waiting_list_entries add column services jsonb check (jsonb_typeof(services) = 'array');
