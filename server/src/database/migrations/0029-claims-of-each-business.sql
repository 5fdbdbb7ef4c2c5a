-- A time zone that PostgreSQL cannot convert is refused: '22023 time zone "…" not recognized'.
create function system.require_time_zone() returns trigger
language plpgsql as $$
begin
  perform now() at time zone new.time_zone;
  return new;
end
$$;
create trigger require_time_zone before insert or update of time_zone on tenants
  for each row execute function system.require_time_zone();

-- The local time of a business. For a zone that is unknown, as after an update of the time zone data, it is UTC, so that only
-- the jobs of that business fail.
create function system.local_time(instant timestamptz, zone text) returns timestamp
language plpgsql stable as $$
begin
  return instant at time zone zone;
exception when invalid_parameter_value then
  return instant at time zone 'UTC';
end
$$;

-- As in 0001, 0006: a business whose row is locked or whose time zone is unknown does not stop the claims of the others. A
-- locked one is claimed the next time.

create or replace function claim_reminder_days(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    with due as (
      select t.id, (system.local_time(asked_at, t.time_zone) - from_time::interval)::date as day
      from public.tenants t join public.configurations c on c.tenant_id = t.id
      where c.app_day_reminder > 0 and t.suspended_at is null
        and t.reminders_planned_on < (system.local_time(asked_at, t.time_zone) - from_time::interval)::date
      for no key update of t skip locked
    )
    update public.tenants t set reminders_planned_on = due.day from due where t.id = due.id
    returning t.id;
end
$$;

create or replace function claim_retention_days(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    with due as (
      select t.id, (system.local_time(asked_at, t.time_zone) - from_time::interval)::date as day
      from public.tenants t
      where coalesce(
        t.retention_planned_on < (system.local_time(asked_at, t.time_zone) - from_time::interval)::date, true
      )
      for no key update skip locked
    )
    update public.tenants t set retention_planned_on = due.day from due where t.id = due.id
    returning t.id;
end
$$;

create or replace function claim_waiting_lists(asked_at timestamptz, every interval)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    with due as (
      select t.id
      from public.tenants t
      where t.suspended_at is null
        and (t.waiting_list_revision <> t.revision or t.waiting_list_checked_at <= asked_at - every
             or t.waiting_list_checked_at > asked_at)
        and exists (select from public.waiting_list_entries w where w.tenant_id = t.id)
      for no key update skip locked
    )
    update public.tenants t set waiting_list_checked_at = asked_at, waiting_list_revision = t.revision
    from due where t.id = due.id
    returning t.id;
end
$$;
