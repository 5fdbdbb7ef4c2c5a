-- Places of calendars that nobody else can have until then, though no booking stands there: so far those of bookings that
-- the staff has deleted and can still take back.
create table held_places (
  tenant_id   bigint not null references tenants (id),
  booking_id  bigint not null,
  calendar_id bigint not null,
  visit_day   date not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  -- By the clock of the database, which is the same for all processes.
  held_until  timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
);
create index held_places_busy on held_places (tenant_id, calendar_id, visit_day);

alter table held_places enable row level security;
create policy own_tenant on held_places to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on held_places to prenoto_app;
call system.hold_owner('held_places');

-- Closures that were deleted just now, and may come back.
create index days_off_deleted on days_off (tenant_id, deleted_at) where deleted_at is not null;
