-- Domains that businesses add themselves. A claim serves nothing and is no obstacle to others, so it is not unique.
create table domain_claims (
  tenant_id  bigint not null references tenants (id),
  domain     text not null check (domain = lower(domain) and domain !~ '[\s/:]'),
  -- The text record in the DNS that proves who owns the domain.
  token      text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain)
);
call system.isolate_tenants('domain_claims');
grant select, insert, delete on domain_claims to prenoto_app;

-- When the business proved that it owns the domain; null for a domain that the provider added.
alter table domains add column verified_at timestamptz;

-- The application changes domains only by these functions, for the current tenant and with the owner's rights. It locks the
-- tenant first.

create function is_domain_attached(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return exists (select from public.domains d where d.domain = asked);
end
$$;

-- Attaches a claimed domain. False without a claim, or if the domain is attached to a business.
create function attach_domain(asked text, proved_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  insert into public.domains (tenant_id, domain, verified_at)
    select c.tenant_id, c.domain, proved_at from public.domain_claims c where c.tenant_id = asking and c.domain = asked
    on conflict do nothing;
  if not found then
    return false;
  end if;
  delete from public.domain_claims c where c.tenant_id = asking and c.domain = asked;
  return true;
end
$$;

-- Removes a domain that the business added, unless it is the canonical one. Returns whether it did.
create function detach_domain(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  delete from public.domains d
    where d.tenant_id = asking and d.domain = asked and d.verified_at is not null and not d.is_canonical
      and exists (select from public.domains o where o.tenant_id = asking and o.domain <> asked);
  return found;
end
$$;

-- False if the domain is not attached to the current tenant.
create function choose_canonical_domain(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  if not exists (select from public.domains d where d.tenant_id = asking and d.domain = asked) then
    return false;
  end if;
  update public.domains d set is_canonical = false where d.tenant_id = asking and d.is_canonical and d.domain <> asked;
  update public.domains d set is_canonical = true where d.tenant_id = asking and d.domain = asked and not d.is_canonical;
  return true;
end
$$;

revoke execute on function is_domain_attached(text), attach_domain(text, timestamptz), detach_domain(text),
  choose_canonical_domain(text) from public;
grant execute on function is_domain_attached(text), attach_domain(text, timestamptz), detach_domain(text),
  choose_canonical_domain(text) to prenoto_app;
