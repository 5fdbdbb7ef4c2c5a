-- Step by step: an index of a large table is built beside the work of others.

-- What was told of a booking is found without looking through all that its business was ever told.
drop index concurrently if exists notifications_of_cause;

create unique index concurrently notifications_of_cause on notifications (tenant_id, cause, user_id);

alter table notifications drop constraint if exists notifications_tenant_id_user_id_cause_key;

drop index concurrently if exists notifications_told;

alter index notifications_of_cause rename to notifications_told;
