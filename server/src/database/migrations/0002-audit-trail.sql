-- Records what users did, without customers' personal data. The application may only add and read entries.
create table audit_entries (
  tenant_id      bigint not null references tenants (id),
  id             bigint generated always as identity,
  happened_at    timestamptz not null,
  -- Null for the provider, for jobs and before a log-in. No foreign key: the entry stays as it was.
  user_id        bigint,
  -- The user's name at that time.
  actor          text not null,
  -- Null for jobs and the command line.
  client_address text,
  action         text not null,
  subject_type   text,
  subject_id     bigint,
  before         jsonb,
  after          jsonb,
  primary key (tenant_id, id)
);
create index audit_entries_newest on audit_entries (tenant_id, happened_at, id);
create index audit_entries_of_subject on audit_entries (tenant_id, subject_type, subject_id, happened_at);

call system.isolate_tenants('audit_entries');
grant select, insert on audit_entries to prenoto_app;

-- Deletes the current tenant's entries from before an instant, with the owner's rights. Returns their number.
create function delete_old_audit_entries(before_instant timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
  deleted bigint;
begin
  perform set_config('app.provider', 'on', true);
  delete from public.audit_entries e where e.tenant_id = asking and e.happened_at < before_instant;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function delete_old_audit_entries(timestamptz) from public;
grant execute on function delete_old_audit_entries(timestamptz) to prenoto_app;
