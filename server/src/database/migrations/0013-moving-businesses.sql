-- Paused businesses: their requests and jobs are refused as unavailable, for instance while they move to another installation.
-- Each transaction of a business looks here first. A row outlives a replaced business, so that late requests are refused, too.
create table system.paused_tenants (
  tenant_id bigint primary key,
  paused_at timestamptz not null default now()
);
grant select on system.paused_tenants to prenoto_app;

-- Deferrable, since an imported row may reference a later one of its table.
do $$
declare
  key record;
begin
  for key in select conrelid::regclass as target, conname from pg_constraint where contype = 'f' and conrelid = confrelid loop
    execute format('alter table %s alter constraint %I deferrable', key.target, key.conname);
  end loop;
end
$$;
