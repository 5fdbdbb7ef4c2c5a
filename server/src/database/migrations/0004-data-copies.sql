-- Copies of its data that a business has asked for in the last day. The file is in the file store.
create table data_copies (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  state      text not null default 'requested' check (state in ('requested', 'making', 'ready')),
  -- The folder of the file in the file store, one for each attempt to make it. Null before, and after a newer copy is ready.
  folder     text,
  -- The key that decrypts the file.
  key        bytea,
  parts      integer not null default 0,
  bytes      bigint not null default 0,
  -- The instant of its data.
  made_at    timestamptz,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
-- One copy of a business is made at a time.
create unique index data_copies_unfinished on data_copies (tenant_id) where state <> 'ready';

call system.isolate_tenants('data_copies');
grant select, insert, update, delete on data_copies to prenoto_app;

-- The businesses with expired copies, whose files are then removed.
create function tenants_with_expired_copies(asked_at timestamptz) returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query select distinct c.tenant_id from public.data_copies c where c.expires_at <= asked_at;
end
$$;

revoke execute on function tenants_with_expired_copies(timestamptz) from public;
grant execute on function tenants_with_expired_copies(timestamptz) to prenoto_app;
