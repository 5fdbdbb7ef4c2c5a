-- A user's private link to the bookings, for a calendar that is not ours.
create table calendar_feeds (
  tenant_id  bigint not null references tenants (id),
  user_id    bigint not null,
  -- SHA-256 of the token in the link; the token itself is never stored.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

alter table calendar_feeds enable row level security;
create policy own_tenant on calendar_feeds to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on calendar_feeds to prenoto_app;
