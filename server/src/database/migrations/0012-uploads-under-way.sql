-- A file on its way in or out has a row that says so: one that a crash left behind is found and thrown away by it.
alter table uploads add column is_kept boolean not null default true;
create index uploads_under_way on uploads (tenant_id, created_at) where not is_kept;
