-- The owner of the tables is held to row-level security like everybody else: it sees the rows of all businesses only on
-- connections that say they work for the provider. One that slips in where the application's role is meant sees nothing.
create procedure system.hold_owner(target regclass)
language plpgsql as $$
begin
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy provider on %s to %I using (current_setting(''app.provider'', true) = ''on'') with check (current_setting(''app.provider'', true) = ''on'')',
    target,
    current_user
  );
end
$$;

do $$
declare
  target regclass;
begin
  for target in
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  loop
    call system.hold_owner(target);
  end loop;
end
$$;

-- These ask about all businesses on behalf of the application's role, and say so.
create or replace function find_tenant_by_domain(asked text)
returns table (id bigint, name text, domain text, time_zone text, revision bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select t.id, t.name, coalesce(c.domain, d.domain), t.time_zone, t.revision
    from public.domains d
    join public.tenants t on t.id = d.tenant_id
    left join public.domains c on c.tenant_id = t.id and c.is_canonical
    where d.domain = asked and t.suspended_at is null;
end
$$;

create or replace function take_days_of_reminders(asked_at timestamptz, from_time time)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    update public.tenants t
    set reminders_planned_on = (asked_at at time zone t.time_zone - from_time::interval)::date
    from public.configurations c
    where c.tenant_id = t.id and c.app_day_reminder > 0 and t.suspended_at is null
      and t.reminders_planned_on < (asked_at at time zone t.time_zone - from_time::interval)::date
    returning t.id;
end
$$;

create or replace function count_messages()
returns table (kind text, outcome text, messages bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select m.kind,
           case when m.sent_at is not null then 'sent' when m.dropped is not null then 'dropped' else 'waiting' end,
           count(*)
    from public.messages m
    where m.created_at > now() - interval '1 day'
    group by 1, 2;
end
$$;
