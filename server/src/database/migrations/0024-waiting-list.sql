-- Who waits for a place on a full day. In line by their number; gone once the day is over.
create table waiting_entries (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  -- The key of the private link on which an offer is taken or refused, and the list left.
  hidden_id       text not null,
  service_id      bigint not null,
  -- With whom; null is with anybody.
  calendar_id     bigint,
  visit_day       date not null,
  -- Null is at any hour.
  part            text check (part in ('morning', 'lunch', 'afternoon', 'evening')),
  name            text not null,
  surname         text not null,
  email           text not null,
  telephone       text not null,
  -- By which the same person is known, as among customers.
  identity        text not null,
  privacy_version text not null,
  consented_at    timestamptz not null,
  created_at      timestamptz not null default now(),
  ended_at        timestamptz,
  -- Booked from an offer, left by themselves, or removed by the staff.
  ending          text check (ending in ('booked', 'left', 'removed')),
  -- What was booked from an offer.
  booking_id      bigint,
  primary key (tenant_id, id),
  unique (tenant_id, hidden_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  check ((ended_at is null) = (ending is null))
);
create unique index waiting_entries_once on waiting_entries (tenant_id, service_id, visit_day, identity)
  where ended_at is null;
create index waiting_entries_of_day on waiting_entries (tenant_id, visit_day, id);

alter table waiting_entries enable row level security;
create policy own_tenant on waiting_entries to prenoto_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, update, delete on waiting_entries to prenoto_app;
call system.hold_owner('waiting_entries');

-- A place is held for a booking that may be taken back, or for somebody it is offered to. An offer whose time is over stays
-- until its day is: it says what they have let go.
alter table held_places
  drop constraint held_places_pkey,
  alter column booking_id drop not null,
  add column id bigint generated always as identity,
  add column waiting_id bigint,
  add column visit_hour time,
  add primary key (tenant_id, id),
  add unique (tenant_id, booking_id),
  add foreign key (tenant_id, waiting_id) references waiting_entries (tenant_id, id) on delete cascade,
  add check (num_nonnulls(booking_id, waiting_id) = 1),
  add check ((waiting_id is null) = (visit_hour is null));
create index held_places_of_waiting on held_places (tenant_id, waiting_id) where waiting_id is not null;

-- For how long an offer is held; 0: there is no waiting list.
alter table configurations add column app_waiting_list_minutes integer not null default 30
  check (app_waiting_list_minutes between 0 and 1440);

-- What is there is of these kinds: it need not be read for that.
alter table messages drop constraint messages_kind;
alter table messages add constraint messages_kind check (kind in (
  'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'moved-booking', 'cancelled-booking',
  'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts', 'waiting-joined',
  'waiting-offer'
)) not valid;

-- When the waiting lists of a business were last looked through, and what it was like then.
alter table tenants
  add column waiting_looked_at timestamptz not null default '2000-01-01',
  add column waiting_revision bigint not null default 0;

-- The businesses where somebody waits that have changed since their lists were looked through, or were not for a while. Asked
-- for all of them at once, so with the owner's rights; each is taken once, whoever asks at the same time.
create function take_waiting_lists(asked_at timestamptz, every interval)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    update public.tenants t
    set waiting_looked_at = asked_at, waiting_revision = t.revision
    where t.suspended_at is null
      and (t.waiting_revision <> t.revision or t.waiting_looked_at <= asked_at - every or t.waiting_looked_at > asked_at)
      and exists (select from public.waiting_entries w where w.tenant_id = t.id)
    returning t.id;
end
$$;

revoke execute on function take_waiting_lists(timestamptz, interval) from public;
grant execute on function take_waiting_lists(timestamptz, interval) to prenoto_app;
