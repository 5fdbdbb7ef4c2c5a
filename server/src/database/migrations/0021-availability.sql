-- Step by step: the index of what calendars are busy with is built beside the work of others.

-- What a service, a calendar, a booking and a business may say more about when can be booked. Every default is what was so before.
do $$
begin
  if exists (select from pg_tables where schemaname = 'public' and tablename = 'openings') then
    return;
  end if;
  alter table services
    add column buffer_before integer not null default 0 check (buffer_before between 0 and 720),
    add column buffer_after integer not null default 0 check (buffer_after between 0 and 720),
    add column slot_step integer check (slot_step between 1 and 1440);
  alter table calendars
    add column public_name text not null default '',
    add column picture text not null default '',
    add column max_bookings_per_day integer not null default 0 check (max_bookings_per_day >= 0);
  alter table configurations
    add column app_customer_max_bookings integer not null default 0 check (app_customer_max_bookings >= 0);
  alter table users
    add column calendar_id bigint,
    -- Calendars point at users in turn: whoever deletes a whole business has this looked at in the end.
    add foreign key (tenant_id, calendar_id) references calendars (tenant_id, id) deferrable;
  -- Null where a calendar is busy for as long as the visit takes.
  alter table bookings
    add column buffer_before integer not null default 0,
    add column buffer_after integer not null default 0,
    add column busy_from timestamptz,
    add column busy_to timestamptz,
    add column despite text[];
  -- The calendars of a service besides its first one.
  create table service_calendars (
    tenant_id   bigint not null references tenants (id),
    service_id  bigint not null,
    calendar_id bigint not null,
    primary key (tenant_id, service_id, calendar_id),
    foreign key (tenant_id, service_id) references services (tenant_id, id),
    foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
  );
  create index service_calendars_calendar on service_calendars (tenant_id, calendar_id);
  -- A closing time of 00:00 means the end of the day.
  create table openings (
    tenant_id   bigint not null references tenants (id),
    id          bigint generated always as identity,
    calendar_id bigint not null,
    day         date not null,
    hour_from   time not null,
    hour_to     time not null check (hour_to > hour_from or hour_to = '00:00'),
    reason      text not null,
    created_at  timestamptz not null default now(),
    deleted_at  timestamptz,
    deleted_by  bigint,
    version     integer not null default 1,
    primary key (tenant_id, id),
    foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
    foreign key (tenant_id, deleted_by) references users (tenant_id, id)
  );
  create index openings_calendar on openings (tenant_id, calendar_id, day) where deleted_at is null;
  alter table service_calendars enable row level security;
  alter table openings enable row level security;
  create policy own_tenant on service_calendars to prenoto_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
  create policy own_tenant on openings to prenoto_app
    using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
  grant select, insert, update, delete on service_calendars, openings to prenoto_app;
  call system.hold_owner('service_calendars');
  call system.hold_owner('openings');
  create trigger raise_revision after insert or update or delete on service_calendars
    for each row execute function raise_revision();
  create trigger raise_revision after insert or update or delete on openings
    for each row execute function raise_revision();
  create trigger raise_version before update on openings
    for each row when (old.* is distinct from new.*) execute function raise_version();
  create trigger announce_record after update on openings
    for each row when (old.* is distinct from new.*) execute function announce_record();
end
$$;

drop index concurrently if exists bookings_busy_times;

create index concurrently bookings_busy_times on bookings (tenant_id, calendar_id, visit_day)
  include (starts_at, ends_at, busy_from, busy_to) where deleted_at is null;

drop index concurrently if exists bookings_busy;

alter index bookings_busy_times rename to bookings_busy;
