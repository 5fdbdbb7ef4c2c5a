-- The key under which a record was made: a call that is repeated with it makes no second one.
alter table calendars add column idempotency_key text, add unique (tenant_id, idempotency_key);
alter table services add column idempotency_key text, add unique (tenant_id, idempotency_key);
