-- The dashboard's list of first steps. Businesses from before this migration have none until they ask for it.
create table first_steps (
  tenant_id      bigint primary key references tenants (id),
  hidden_at      timestamptz,
  -- When an administrator first opened the page with the link, the QR code and the poster.
  link_shared_at timestamptz
);
call system.isolate_tenants('first_steps');
grant select, insert, update, delete on first_steps to prenoto_app;

-- As in 0016, with the first steps.
create or replace function create_tenant(
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
  insert into public.first_steps (tenant_id) values (created);
  return created;
end
$$;
