-- Step by step: the index is built beside the work of others.

-- The key under which an extra opening was made: a call that is repeated with it makes no second one.
alter table openings add column if not exists idempotency_key text;

drop index concurrently if exists openings_once;

create unique index concurrently openings_once on openings (tenant_id, idempotency_key);
