-- Whether the provider vouches for a business. One that signed up by itself has a budget of e-mails until then.
alter table tenants add column is_trusted boolean not null default true;

drop trigger notify_tenant_changed on tenants;
create trigger notify_tenant_changed after update of name, time_zone, suspended_at, revision, is_trusted on tenants
  for each row execute function notify_tenant_changed();

drop function find_tenant_by_domain(text);
create function find_tenant_by_domain(asked text)
returns table (id bigint, name text, domain text, time_zone text, revision bigint, is_trusted boolean)
language plpgsql security definer rows 1 set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select t.id, t.name, coalesce(c.domain, d.domain), t.time_zone, t.revision, t.is_trusted
    from public.domains d
    join public.tenants t on t.id = d.tenant_id
    left join public.domains c on c.tenant_id = t.id and c.is_canonical
    where d.domain = asked and t.suspended_at is null;
end
$$;
revoke execute on function find_tenant_by_domain(text) from public;
grant execute on function find_tenant_by_domain(text) to prenoto_app;

create or replace function open_tenant(
  sign_up uuid, named text, zone text, canonical text, admin_name text, admin_surname text, admin_email text,
  opened timestamptz
) returns table (tenant_id bigint, is_new boolean)
language plpgsql security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  created bigint;
begin
  perform set_config('app.provider', 'on', true);
  -- Confirmations of the same link wait for each other, and so do those of the same domain.
  perform pg_advisory_xact_lock(hashtextextended('open_tenant ' || sign_up, 0));
  return query select s.tenant_id, false from system.sign_ups s where s.id = sign_up;
  if found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open_tenant ' || canonical, 0));
  if not public.is_domain_free(canonical) then
    return;
  end if;
  created := public.create_tenant(named, zone, canonical, admin_name, admin_surname, admin_email, null);
  update public.tenants set signed_up_at = opened, is_trusted = false where id = created;
  -- The link was sent to the address.
  update public.users set is_email_confirmed = true where tenant_id = created;
  insert into system.sign_ups (id, tenant_id, opened_at) values (sign_up, created, opened);
  return query select created, true;
end
$$;
