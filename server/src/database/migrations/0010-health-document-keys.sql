-- A repeated upload with the same key stores a document once.
alter table health_documents
  add column idempotency_key text,
  add constraint health_documents_once unique (tenant_id, idempotency_key);
