-- Step by step: the index is built beside the work of others.

-- What somebody has written before is found without looking through all that was ever written to their business.
drop index concurrently if exists contact_requests_of_email;

create index concurrently contact_requests_of_email on contact_requests (tenant_id, lower(email));
