-- The whole model of a business. Laws of every table in this schema:
-- its key starts with the tenant, its foreign keys carry the tenant, and row-level security
-- shows the application's role (prenoto_app) the rows of the current tenant only.

create schema system;
grant usage on schema public, system to prenoto_app;

-- The tenant of the running transaction; null, and so equal to nothing, when none was set.
create function current_tenant() returns bigint
language sql stable parallel safe
return nullif(current_setting('app.tenant_id', true), '')::bigint;

-- Tenants and their domains ------------------------------------------------------------------

create table tenants (
  id           bigint generated always as identity primary key,
  name         text not null,
  time_zone    text not null default 'Europe/Rome',
  -- Grows with every change of what the site shows besides bookings; caches compare it.
  revision     bigint not null default 1,
  suspended_at timestamptz,
  created_at   timestamptz not null default now()
);

create table domains (
  tenant_id    bigint not null references tenants (id),
  domain       text not null unique check (domain = lower(domain) and domain !~ '[\s/:]'),
  is_canonical boolean not null default false,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, domain)
);
create unique index domains_one_canonical on domains (tenant_id) where is_canonical;

-- The one question that is asked before a tenant is known.
create function find_tenant_by_domain(asked text)
returns table (id bigint, name text, time_zone text, revision bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select t.id, t.name, t.time_zone, t.revision
  from public.domains d
  join public.tenants t on t.id = d.tenant_id
  where d.domain = asked and t.suspended_at is null
$$;

create table configurations (
  tenant_id                          bigint primary key references tenants (id),
  app_logo                           text not null default '',
  app_name                           text not null default '',
  app_primary_color                  text not null default '',
  app_primary_text_color             text not null default '#ffffff',
  app_secondary_color                text not null default '#f97316',
  app_secondary_text_color           text not null default '#ffffff',
  welcome_text                       text not null default '',
  contact_text                       text not null default '',
  address                            text not null default '',
  piva                               text not null default '',
  phone                              text not null default '',
  email                              text not null default '',
  linkedin                           text not null default '',
  facebook                           text not null default '',
  instagram                          text not null default '',
  whatsapp                           text not null default '',
  app_day_reminder                   integer not null default 0 check (app_day_reminder >= 0),
  app_simultaneous_bookings_enabled  boolean not null default false,
  app_booking_max_months             integer not null default 0 check (app_booking_max_months >= 0),
  app_booking_hours_notice           integer not null default 0 check (app_booking_hours_notice >= 0)
);

-- People who work there ------------------------------------------------------------------------

create table users (
  tenant_id     bigint not null references tenants (id),
  id            bigint generated always as identity,
  name          text not null,
  surname       text not null,
  email         text not null,
  role          text not null default 'editor' check (role in ('operator', 'editor', 'admin')),
  photo_url     text not null default '',
  phone         text not null default '',
  is_disabled   boolean not null default false,
  -- argon2id; null until the user has chosen a password.
  password_hash text,
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  deleted_by    bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create unique index users_email on users (tenant_id, lower(email)) where deleted_at is null;

create table sessions (
  tenant_id    bigint not null references tenants (id),
  -- SHA-256 of the access token; the token itself is never stored.
  token_hash   bytea not null,
  user_id      bigint not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_user on sessions (tenant_id, user_id);

-- What is offered, when -------------------------------------------------------------------------

create table calendars (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  name        text not null,
  description text not null default '',
  "from"      date not null,
  "to"        date,
  simultaneous_bookings_number integer not null default 1 check (simultaneous_bookings_number between 1 and 1000),
  -- A closing time of 00:00 means the end of the day.
  monday_morning_from time,
  monday_morning_to time,
  monday_afternoon_from time,
  monday_afternoon_to time,
  tuesday_morning_from time,
  tuesday_morning_to time,
  tuesday_afternoon_from time,
  tuesday_afternoon_to time,
  wednesday_morning_from time,
  wednesday_morning_to time,
  wednesday_afternoon_from time,
  wednesday_afternoon_to time,
  thursday_morning_from time,
  thursday_morning_to time,
  thursday_afternoon_from time,
  thursday_afternoon_to time,
  friday_morning_from time,
  friday_morning_to time,
  friday_afternoon_from time,
  friday_afternoon_to time,
  saturday_morning_from time,
  saturday_morning_to time,
  saturday_afternoon_from time,
  saturday_afternoon_to time,
  sunday_morning_from time,
  sunday_morning_to time,
  sunday_afternoon_from time,
  sunday_afternoon_to time,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  deleted_by  bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check ("to" >= "from"),
  check ((monday_morning_from is null) = (monday_morning_to is null) and (monday_morning_to = '00:00' or monday_morning_from < monday_morning_to) is not false),
  check ((monday_afternoon_from is null) = (monday_afternoon_to is null) and (monday_afternoon_to = '00:00' or monday_afternoon_from < monday_afternoon_to) is not false),
  check ((tuesday_morning_from is null) = (tuesday_morning_to is null) and (tuesday_morning_to = '00:00' or tuesday_morning_from < tuesday_morning_to) is not false),
  check ((tuesday_afternoon_from is null) = (tuesday_afternoon_to is null) and (tuesday_afternoon_to = '00:00' or tuesday_afternoon_from < tuesday_afternoon_to) is not false),
  check ((wednesday_morning_from is null) = (wednesday_morning_to is null) and (wednesday_morning_to = '00:00' or wednesday_morning_from < wednesday_morning_to) is not false),
  check ((wednesday_afternoon_from is null) = (wednesday_afternoon_to is null) and (wednesday_afternoon_to = '00:00' or wednesday_afternoon_from < wednesday_afternoon_to) is not false),
  check ((thursday_morning_from is null) = (thursday_morning_to is null) and (thursday_morning_to = '00:00' or thursday_morning_from < thursday_morning_to) is not false),
  check ((thursday_afternoon_from is null) = (thursday_afternoon_to is null) and (thursday_afternoon_to = '00:00' or thursday_afternoon_from < thursday_afternoon_to) is not false),
  check ((friday_morning_from is null) = (friday_morning_to is null) and (friday_morning_to = '00:00' or friday_morning_from < friday_morning_to) is not false),
  check ((friday_afternoon_from is null) = (friday_afternoon_to is null) and (friday_afternoon_to = '00:00' or friday_afternoon_from < friday_afternoon_to) is not false),
  check ((saturday_morning_from is null) = (saturday_morning_to is null) and (saturday_morning_to = '00:00' or saturday_morning_from < saturday_morning_to) is not false),
  check ((saturday_afternoon_from is null) = (saturday_afternoon_to is null) and (saturday_afternoon_to = '00:00' or saturday_afternoon_from < saturday_afternoon_to) is not false),
  check ((sunday_morning_from is null) = (sunday_morning_to is null) and (sunday_morning_to = '00:00' or sunday_morning_from < sunday_morning_to) is not false),
  check ((sunday_afternoon_from is null) = (sunday_afternoon_to is null) and (sunday_afternoon_to = '00:00' or sunday_afternoon_from < sunday_afternoon_to) is not false)
);

create table services (
  tenant_id           bigint not null references tenants (id),
  id                  bigint generated always as identity,
  name                text not null,
  duration            integer not null check (duration between 1 and 1440),
  amount              numeric(10, 2) not null check (amount >= 0),
  discounted_amount   numeric(10, 2) check (discounted_amount >= 0),
  description         text not null default '',
  color               text not null default '#FFFFFF',
  notes               text,
  internal_notes      text,
  allow_medical_notes boolean not null default false,
  allow_patient_notes boolean not null default false,
  position            integer not null default 1,
  visible_frontend    boolean not null default true,
  visible_api         boolean not null default false,
  calendar_id         bigint not null,
  created_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  deleted_by          bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create index services_in_order on services (tenant_id, position, id) where deleted_at is null;
create index services_calendar on services (tenant_id, calendar_id);

create table days_off (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  day_from    date not null,
  hour_from   time not null,
  day_to      date not null,
  hour_to     time not null,
  reason      text not null,
  calendar_id bigint not null,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  deleted_by  bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check (day_to + hour_to > day_from + hour_from)
);
create index days_off_calendar on days_off (tenant_id, calendar_id, day_to) where deleted_at is null;

-- Who comes, and when -----------------------------------------------------------------------------

create table customers (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  -- E-mail and full name, case folded: relatives who share an e-mail stay two people.
  identity   text not null,
  name       text not null,
  surname    text not null,
  email      text not null,
  telephone  text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, identity)
);

-- One row a calendar and day that ever had a booking. Locking it is what makes bookings of that
-- day take turns; its version, raised by every change of the day, tells caches what is stale.
create table calendar_days (
  tenant_id   bigint not null references tenants (id),
  calendar_id bigint not null,
  day         date not null,
  version     bigint not null default 1,
  primary key (tenant_id, day, calendar_id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
) with (fillfactor = 70);

create table bookings (
  tenant_id        bigint not null references tenants (id),
  id               bigint generated always as identity,
  hidden_id        text not null check (length(hidden_id) >= 22),
  customer_id      bigint not null,
  calendar_id      bigint not null,
  service_id       bigint not null,
  service_name     text not null,
  service_duration integer not null,
  service_price    numeric(10, 2) not null,
  name             text not null,
  surname          text not null,
  email            text not null,
  telephone        text not null,
  -- What the clock on the wall of the business shows ...
  visit_day        date not null,
  visit_hour       time not null,
  -- ... and the instants that this means.
  starts_at        timestamptz not null,
  ends_at          timestamptz not null check (ends_at > starts_at),
  -- The consent given with a visitor's booking; staff book without.
  privacy_version  text,
  consented_at     timestamptz,
  idempotency_key  text,
  created_at       timestamptz not null default now(),
  created_by       bigint,
  updated_at       timestamptz,
  updated_by       bigint,
  deleted_at       timestamptz,
  deleted_by       bigint,
  primary key (tenant_id, id),
  unique (tenant_id, hidden_id),
  unique (tenant_id, idempotency_key),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, updated_by) references users (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create index bookings_busy on bookings (tenant_id, calendar_id, visit_day) include (starts_at, ends_at) where deleted_at is null;
create index bookings_of_day on bookings (tenant_id, visit_day, visit_hour) where deleted_at is null;
create index bookings_customer on bookings (tenant_id, customer_id);
create index bookings_service on bookings (tenant_id, service_id);

create table notifications (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  user_id    bigint not null,
  title      text not null,
  message    text not null,
  read       boolean not null default false,
  -- What it tells of, for instance 'booking-created:42': a cause tells each user once.
  cause      text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, cause),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notifications_newest on notifications (tenant_id, user_id, id desc);
create index notifications_unread on notifications (tenant_id, user_id) where not read;

create table contact_requests (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  name            text not null,
  email           text not null,
  phone           text not null,
  message         text not null,
  privacy_version text not null,
  consented_at    timestamptz not null,
  created_at      timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table uploads (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  -- The unguessable name under which the file is kept and served.
  storage_key  text not null,
  purpose      text not null check (purpose in ('logo', 'photo', 'image')),
  content_type text not null,
  bytes        integer not null,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  primary key (tenant_id, id),
  unique (tenant_id, storage_key),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);

-- A change of what the site shows raises the revision of its tenant -------------------------------

create function raise_revision() returns trigger
language plpgsql as $$
begin
  update tenants set revision = revision + 1 where id = coalesce(new.tenant_id, old.tenant_id);
  return null;
end
$$;

create trigger raise_revision after insert or update or delete on configurations
  for each row execute function raise_revision();
create trigger raise_revision after insert or update or delete on calendars
  for each row execute function raise_revision();
create trigger raise_revision after insert or update or delete on services
  for each row execute function raise_revision();
create trigger raise_revision after insert or update or delete on days_off
  for each row execute function raise_revision();

-- Row-level security and the rights of the application's role -------------------------------------

do $$
declare
  t text;
begin
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_tenant on %I to prenoto_app using (%s = (select current_tenant())) with check (%s = (select current_tenant()))',
      t,
      case t when 'tenants' then 'id' else 'tenant_id' end,
      case t when 'tenants' then 'id' else 'tenant_id' end
    );
    execute format('grant select, insert, update, delete on %I to prenoto_app', t);
  end loop;
end
$$;

-- The provider alone opens, closes and moves businesses; a business may only raise its revision.
revoke insert, update, delete on tenants, domains from prenoto_app;
grant update (revision) on tenants to prenoto_app;

revoke execute on function find_tenant_by_domain(text) from public;
grant execute on function find_tenant_by_domain(text), current_tenant() to prenoto_app;

-- Counters of the rate limits, shared by all processes ----------------------------------------------

create table system.rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on system.rate_limits to prenoto_app;
