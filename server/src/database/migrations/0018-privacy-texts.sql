-- What a business says about personal data, in its own words. A text is never changed, since people have agreed to it.
create table privacy_texts (
  tenant_id  bigint not null references tenants (id),
  version    integer not null check (version > 0),
  text       text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, version),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);

alter table privacy_texts enable row level security;
create policy own_tenant on privacy_texts to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert on privacy_texts to prenoto_app;
call system.hold_owner('privacy_texts');

create trigger raise_revision after insert or update or delete on privacy_texts
  for each row execute function raise_revision();
