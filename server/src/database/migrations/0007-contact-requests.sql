-- When and by whom a contact request was marked as answered.
alter table contact_requests
  add column answered_at timestamptz,
  add column answered_by bigint,
  add foreign key (tenant_id, answered_by) references users (tenant_id, id);

create index contact_requests_unanswered on contact_requests (tenant_id, id) where answered_at is null;
