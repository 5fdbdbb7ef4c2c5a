-- What became of a visit; null as long as nobody has said so. What is there has none: it need not be read for the rule.
alter table bookings add column outcome text;
alter table bookings add constraint bookings_outcome check (outcome in ('arrived', 'done', 'missed')) not valid;

-- What happened to a booking after it was made. It is only ever added to, and names nobody: who comes stands in the booking alone.
create table booking_history (
  tenant_id          bigint not null references tenants (id),
  booking_id         bigint not null,
  id                 bigint generated always as identity,
  at                 timestamptz not null,
  kind               text not null check (kind in ('moved', 'person', 'cancelled', 'restored', 'outcome')),
  -- Who of the staff it was; null where it was the customer.
  user_id            bigint,
  -- Of a move.
  former_day         date,
  former_hour        time,
  former_calendar_id bigint,
  former_service     text,
  former_despite     text[],
  day                date,
  hour               time,
  calendar_id        bigint,
  service            text,
  despite            text[],
  -- What of the person was changed: names of columns.
  fields             text[],
  -- What was said, or what had been before a move.
  outcome            text,
  primary key (tenant_id, booking_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, former_calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
);

alter table booking_history enable row level security;
create policy own_tenant on booking_history to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert on booking_history to prenoto_app;
call system.hold_owner('booking_history');
