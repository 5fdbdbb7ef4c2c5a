-- The code with which the first business is opened in a browser: at most one row, gone with that business.
create table system.set_up_code (
  is_only boolean primary key default true check (is_only),
  hash    bytea not null,
  made_at timestamptz not null default now()
);
grant select on system.set_up_code to prenoto_app;

-- Whether there is no business, suspended ones included.
create function needs_set_up() returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return not exists (select from public.tenants);
end
$$;

-- Opens the first business and deletes the code. Null if there is a business, or if the code is unknown or an hour old.
create function open_first_tenant(
  code bytea, named text, zone text, canonical text, admin_name text, admin_surname text, admin_email text,
  admin_password_hash text
) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  -- Waits for every other transaction that opens a business, and keeps later ones waiting.
  lock table public.tenants in share row exclusive mode;
  if not public.needs_set_up() then
    return null;
  end if;
  delete from system.set_up_code where hash = code and made_at > now() - interval '1 hour';
  if not found then
    return null;
  end if;
  return public.create_tenant(named, zone, canonical, admin_name, admin_surname, admin_email, admin_password_hash);
end
$$;

revoke execute on function needs_set_up() from public;
revoke execute on function open_first_tenant(bytea, text, text, text, text, text, text, text) from public;
grant execute on function needs_set_up() to prenoto_app;
grant execute on function open_first_tenant(bytea, text, text, text, text, text, text, text) to prenoto_app;
