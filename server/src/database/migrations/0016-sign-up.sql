-- When the owner opened the business without the provider; null for one that the provider opened.
alter table tenants add column signed_up_at timestamptz;

-- The links that have opened a business, so that each opens one only. They expire after a day.
create table system.sign_ups (
  id        uuid primary key,
  tenant_id bigint not null,
  opened_at timestamptz not null
);

-- Domains of the provider that a business no longer has. Nobody gets one by a sign-up for 90 days: old links and calendars
-- still lead there.
create table system.released_domains (
  domain      text primary key,
  released_at timestamptz not null default now()
);
grant select on system.sign_ups, system.released_domains to prenoto_app;

create function remember_released_domain() returns trigger
language plpgsql as $$
begin
  insert into system.released_domains (domain) values (old.domain)
    on conflict (domain) do update set released_at = excluded.released_at;
  return null;
end
$$;
create trigger remember_released_domain after delete on domains
  for each row when (old.verified_at is null) execute function remember_released_domain();

-- Inserts a business with its canonical domain, configuration and administrator.
create function create_tenant(
  named text, zone text, canonical text, admin_name text, admin_surname text, admin_email text, admin_password_hash text
) returns bigint
language plpgsql as $$
declare
  created bigint;
begin
  insert into public.tenants (name, time_zone) values (named, zone) returning id into created;
  insert into public.domains (tenant_id, domain, is_canonical) values (created, canonical, true);
  insert into public.configurations (tenant_id, app_name) values (created, named);
  insert into public.users (tenant_id, name, surname, email, role, password_hash, is_email_confirmed)
    values (created, admin_name, admin_surname, admin_email, 'admin', admin_password_hash, false);
  return created;
end
$$;

create function is_domain_free(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return not exists (select from public.domains d where d.domain = asked)
    and not exists (select from system.released_domains r where r.domain = asked);
end
$$;

-- Opens the business of a link, or returns the one that the link has opened. Null if the domain is not free.
create function open_tenant(
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
  update public.tenants set signed_up_at = opened where id = created;
  -- The link was sent to the address.
  update public.users set is_email_confirmed = true where tenant_id = created;
  insert into system.sign_ups (id, tenant_id, opened_at) values (sign_up, created, opened);
  return query select created, true;
end
$$;

revoke execute on function create_tenant(text, text, text, text, text, text, text), is_domain_free(text),
  open_tenant(uuid, text, text, text, text, text, text, timestamptz) from public;
grant execute on function is_domain_free(text), open_tenant(uuid, text, text, text, text, text, text, timestamptz)
  to prenoto_app;

-- Deletes what has expired at all businesses; one process at a time.
create or replace function delete_expired(asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('delete_expired', 0)) then
    return;
  end if;
  perform set_config('app.provider', 'on', true);
  delete from public.password_links where expires_at <= asked_at;
  delete from public.email_links where expires_at <= asked_at;
  delete from public.device_links where expires_at <= asked_at;
  delete from public.new_device_log_ins where created_at <= asked_at - interval '7 days';
  delete from public.visitor_link_requests where created_at <= asked_at - interval '1 day';
  -- An address that is not confirmed still needs the previous one: see session/change-email.ts.
  delete from public.previous_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.reserved_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Rows in use are locked in another order; they are left for the next time.
  delete from public.visitor_tokens where (tenant_id, token_hash) in (
    select tenant_id, token_hash from public.visitor_tokens where expires_at <= asked_at for update skip locked
  );
  delete from public.known_devices where (tenant_id, user_id, device_hash) in (
    select tenant_id, user_id, device_hash from public.known_devices
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.sign_ups where opened_at <= asked_at - interval '1 day';
  delete from system.released_domains where released_at <= asked_at - interval '90 days';
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;
