-- Months after their last visit until customers are anonymised; 0 means never.
alter table configurations
  add app_retention_months integer not null default 0
    check (app_retention_months = 0 or app_retention_months between 6 and 120);

-- The last local day on which old data were deleted; null before the first.
alter table tenants add retention_planned_on date;

-- At their own request a restricted customer is kept, not used and not shown.
alter table customers
  add restricted_at      timestamptz,
  add restricted_by      bigint,
  add restriction_reason text,
  add constraint customers_restricted_by foreign key (tenant_id, restricted_by) references users (tenant_id, id);
create index customers_restricted on customers (tenant_id) where restricted_at is not null;

create trigger increment_version_by_restriction before update of restricted_at on customers
  for each row when (old.restricted_at is distinct from new.restricted_at) execute function increment_version();

create index notifications_created on notifications (tenant_id, created_at);
create index messages_by_age on messages (tenant_id, created_at);
create index bookings_with_key on bookings (tenant_id, created_at) where idempotency_key is not null;

-- Takes the businesses whose night has come, at `from_time` local time; each day is taken once. Suspended ones are
-- included, since their customers' data grow old as well.
create function claim_retention_days(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    update public.tenants t
    set retention_planned_on = (asked_at at time zone t.time_zone - from_time::interval)::date
    where coalesce(t.retention_planned_on < (asked_at at time zone t.time_zone - from_time::interval)::date, true)
    returning t.id;
end
$$;
revoke execute on function claim_retention_days(timestamptz, time) from public;
grant execute on function claim_retention_days(timestamptz, time) to prenoto_app;
