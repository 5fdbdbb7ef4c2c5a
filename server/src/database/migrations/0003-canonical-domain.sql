-- A business answers on several domains; links in e-mails and search engines name its canonical one.
drop function find_tenant_by_domain(text);

create function find_tenant_by_domain(asked text)
returns table (id bigint, name text, domain text, time_zone text, revision bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select t.id, t.name, coalesce(c.domain, d.domain), t.time_zone, t.revision
  from public.domains d
  join public.tenants t on t.id = d.tenant_id
  left join public.domains c on c.tenant_id = t.id and c.is_canonical
  where d.domain = asked and t.suspended_at is null
$$;

revoke execute on function find_tenant_by_domain(text) from public;
grant execute on function find_tenant_by_domain(text) to prenoto_app;
