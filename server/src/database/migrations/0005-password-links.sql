-- A one-time link with which somebody chooses their password: an invitation, or the way back in.
create table password_links (
  tenant_id  bigint not null references tenants (id),
  -- SHA-256 of the token in the link; the token itself is never stored.
  token_hash bytea not null,
  user_id    bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index password_links_user on password_links (tenant_id, user_id);

alter table password_links enable row level security;
create policy own_tenant on password_links to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on password_links to prenoto_app;

-- Whoever changes a user in a way that matters, a link made before is void: it was used, it went to a former address,
-- or it would let somebody back in who was shut out.
create function void_password_links() returns trigger
language plpgsql as $$
begin
  delete from password_links where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end
$$;

create trigger void_password_links after update on users
  for each row
  when (
    (old.password_hash, lower(old.email), old.is_disabled, old.deleted_at)
    is distinct from (new.password_hash, lower(new.email), new.is_disabled, new.deleted_at)
  )
  execute function void_password_links();
