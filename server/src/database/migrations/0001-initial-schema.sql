-- The schema. Invariants of every table in `public`, which catalog.test.ts checks:
-- its key begins with the tenant, its foreign keys carry the tenant, and row-level security shows the role `prenoto_app`
-- the rows of the current tenant alone (see the end of this file).

create schema system;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The tenant of the running transaction; null, and so equal to nothing, when none is set.
create function current_tenant() returns bigint
language sql stable parallel safe
return nullif(current_setting('app.tenant_id', true), '')::bigint;

-- Businesses -----------------------------------------------------------------------------------------

create table tenants (
  id                   bigint generated always as identity primary key,
  name                 text not null,
  time_zone            text not null default 'Europe/Rome',
  -- Grows with every change of what the site shows besides bookings; caches compare it.
  revision             bigint not null default 1,
  suspended_at         timestamptz,
  created_at           timestamptz not null default now(),
  -- The last local day whose reminders were planned.
  reminders_planned_on date not null default '2000-01-01',
  -- When the waiting lists were last checked, and the revision at that time.
  waiting_list_checked_at    timestamptz not null default '2000-01-01',
  waiting_list_revision     bigint not null default 0
);

create table domains (
  tenant_id    bigint not null references tenants (id),
  domain       text not null unique check (domain = lower(domain) and domain !~ '[\s/:]'),
  -- Links in e-mails and search engines name this one.
  is_canonical boolean not null default false,
  created_at   timestamptz not null default now(),
  primary key (tenant_id, domain)
);
create unique index domains_one_canonical on domains (tenant_id) where is_canonical;

create table configurations (
  tenant_id                         bigint primary key references tenants (id),
  app_logo                          text not null default '',
  app_name                          text not null default '',
  app_primary_color                 text not null default '',
  app_primary_text_color            text not null default '#ffffff',
  app_secondary_color               text not null default '#f97316',
  app_secondary_text_color          text not null default '#ffffff',
  app_cover                         text not null default '',
  welcome_text                      text not null default '',
  contact_text                      text not null default '',
  address                           text not null default '',
  piva                              text not null default '',
  phone                             text not null default '',
  email                             text not null default '',
  linkedin                          text not null default '',
  facebook                          text not null default '',
  instagram                         text not null default '',
  whatsapp                          text not null default '',
  -- The sites that may embed the booking pages, one a line.
  app_embed_origins                 text not null default '',
  app_day_reminder                  integer not null default 0 check (app_day_reminder >= 0),
  app_simultaneous_bookings_enabled boolean not null default false,
  app_booking_max_months            integer not null default 0 check (app_booking_max_months >= 0),
  app_booking_hours_notice          integer not null default 0 check (app_booking_hours_notice >= 0),
  -- Hours before a visit until which its customer may reschedule or cancel it; 0 means until it begins.
  app_change_hours_notice           integer not null default 0 check (app_change_hours_notice >= 0),
  app_customer_max_bookings         integer not null default 0 check (app_customer_max_bookings >= 0),
  -- How long an offer to the waiting list is held; 0 means no waiting list.
  app_waiting_list_minutes          integer not null default 30 check (app_waiting_list_minutes between 0 and 1440),
  -- The patron's day, in any year; it recurs.
  patron_day                        date,
  version                           integer not null default 1
);

-- A text never changes, since people have agreed to it.
create table privacy_texts (
  tenant_id  bigint not null references tenants (id),
  version    integer not null check (version > 0),
  text       text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (tenant_id, version)
);

-- Users and sessions ---------------------------------------------------------------------------------

create table users (
  tenant_id          bigint not null references tenants (id),
  id                 bigint generated always as identity,
  name               text not null,
  surname            text not null,
  email              text not null,
  -- Whether the address is known to be the user's.
  is_email_confirmed boolean not null default true,
  role               text not null default 'editor' check (role in ('operator', 'editor', 'admin')),
  photo_url          text not null default '',
  phone              text not null default '',
  is_disabled        boolean not null default false,
  -- argon2id; null until the user has chosen a password.
  password_hash      text,
  calendar_id        bigint,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  deleted_at         timestamptz,
  deleted_by         bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create unique index users_email on users (tenant_id, lower(email)) where deleted_at is null;

alter table privacy_texts add foreign key (tenant_id, created_by) references users (tenant_id, id);

-- Tokens of sessions and links are stored as their SHA-256 alone.
create table sessions (
  tenant_id    bigint not null references tenants (id),
  token_hash   bytea not null,
  user_id      bigint not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sessions_user on sessions (tenant_id, user_id);

-- One-time links with which users choose a password.
create table password_links (
  tenant_id  bigint not null references tenants (id),
  token_hash bytea not null,
  user_id    bigint not null,
  -- Whether it was sent by e-mail: using it then confirms the address. The command line prints others.
  is_mailed  boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index password_links_user on password_links (tenant_id, user_id);

-- Confirmed addresses that users had previously.
create table previous_emails (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  user_id     bigint not null,
  email       text not null,
  replaced_at timestamptz not null default now(),
  -- Until then the user can restore it, and no other user can have it.
  reserved_until  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index previous_emails_user on previous_emails (tenant_id, user_id, id);
create index previous_emails_email on previous_emails (tenant_id, lower(email));

-- One-time links that confirm an e-mail address or restore a previous one.
create table email_links (
  tenant_id       bigint not null references tenants (id),
  token_hash      bytea not null,
  user_id         bigint not null,
  email           text not null,
  -- Null for a link that confirms.
  previous_email_id bigint,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, previous_email_id) references previous_emails (tenant_id, id) on delete cascade
);
create index email_links_user on email_links (tenant_id, user_id);
create index email_links_previous_email on email_links (tenant_id, previous_email_id);

-- Browsers and networks from which users have logged in: failed log-ins elsewhere do not lock these out.
create table known_devices (
  tenant_id    bigint not null references tenants (id),
  user_id      bigint not null,
  -- SHA-256 of a browser's identifier or of a network address.
  device_hash   bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (tenant_id, user_id, device_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- Private links to the bookings for other calendar programs.
create table calendar_feeds (
  tenant_id  bigint not null references tenants (id),
  user_id    bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create function delete_password_links() returns trigger
language plpgsql as $$
begin
  delete from password_links where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end
$$;
create trigger delete_password_links after update on users
  for each row
  when (
    (old.password_hash, lower(old.email), old.is_disabled, old.deleted_at)
    is distinct from (new.password_hash, lower(new.email), new.is_disabled, new.deleted_at)
  )
  execute function delete_password_links();

create function revoke_calendar_feed() returns trigger
language plpgsql as $$
begin
  delete from calendar_feeds where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end
$$;
create trigger revoke_calendar_feed after update on users
  for each row
  when (
    (old.password_hash, old.is_disabled, old.deleted_at)
    is distinct from (new.password_hash, new.is_disabled, new.deleted_at)
  )
  execute function revoke_calendar_feed();

-- Calendars, services, closures and special openings -------------------------------------------------

-- Creations are repeatable where a table has an `idempotency_key`: the same key makes no second row.
create table calendars (
  tenant_id                    bigint not null references tenants (id),
  id                           bigint generated always as identity,
  name                         text not null,
  public_name                  text not null default '',
  description                  text not null default '',
  picture                      text not null default '',
  "from"                       date not null,
  "to"                         date,
  simultaneous_bookings_number integer not null default 1 check (simultaneous_bookings_number between 1 and 1000),
  max_bookings_per_day         integer not null default 0 check (max_bookings_per_day >= 0),
  idempotency_key              text,
  version                      integer not null default 1,
  created_at                   timestamptz not null default now(),
  deleted_at                   timestamptz,
  deleted_by                   bigint,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check ("to" >= "from")
);

-- Opening hours: monday_morning_from, monday_morning_to and so on. A closing time of 00:00 means the end of the day.
do $$
declare
  day text;
  half text;
begin
  foreach day in array array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] loop
    foreach half in array array['morning', 'afternoon'] loop
      execute format(
        'alter table calendars add column %1$I time, add column %2$I time,
           add check ((%1$I is null) = (%2$I is null) and (%2$I = ''00:00'' or %1$I < %2$I) is not false)',
        day || '_' || half || '_from',
        day || '_' || half || '_to'
      );
    end loop;
  end loop;
end
$$;

-- Deferrable, as calendars reference users in turn when a business is deleted.
alter table users add foreign key (tenant_id, calendar_id) references calendars (tenant_id, id) deferrable;

create table services (
  tenant_id           bigint not null references tenants (id),
  id                  bigint generated always as identity,
  name                text not null,
  duration            integer not null check (duration between 1 and 1440),
  buffer_before       integer not null default 0 check (buffer_before between 0 and 720),
  buffer_after        integer not null default 0 check (buffer_after between 0 and 720),
  slot_step           integer check (slot_step between 1 and 1440),
  amount              numeric(10, 2) not null check (amount >= 0),
  discounted_amount   numeric(10, 2) check (discounted_amount >= 0),
  description         text not null default '',
  category            text not null default '',
  color               text not null default '#FFFFFF',
  picture             text not null default '',
  notes               text,
  internal_notes      text,
  allow_medical_notes boolean not null default false,
  allow_patient_notes boolean not null default false,
  position            integer not null default 1,
  visible_frontend    boolean not null default true,
  visible_api         boolean not null default false,
  -- The first of its calendars; service_calendars has the others.
  calendar_id         bigint not null,
  idempotency_key     text,
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  deleted_by          bigint,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create index services_in_order on services (tenant_id, position, id) where deleted_at is null;
create index services_calendar on services (tenant_id, calendar_id);

create table service_calendars (
  tenant_id   bigint not null references tenants (id),
  service_id  bigint not null,
  calendar_id bigint not null,
  primary key (tenant_id, service_id, calendar_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
);
create index service_calendars_calendar on service_calendars (tenant_id, calendar_id);

create table days_off (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  calendar_id bigint not null,
  day_from    date not null,
  hour_from   time not null,
  day_to      date not null,
  hour_to     time not null,
  reason      text not null,
  -- Shared by closures of several calendars that were made together.
  group_id    uuid,
  -- Whether it was made for all calendars, those added later included.
  of_all      boolean not null default false,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  deleted_by  bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check (day_to + hour_to > day_from + hour_from)
);
create index days_off_calendar on days_off (tenant_id, calendar_id, day_to) where deleted_at is null;
create index days_off_of_days on days_off (tenant_id, day_to) where deleted_at is null;
create index days_off_of_group on days_off (tenant_id, group_id) where group_id is not null;
-- For closures that can be restored.
create index days_off_deleted on days_off (tenant_id, deleted_at) where deleted_at is not null;

-- Special openings. A closing time of 00:00 means the end of the day.
create table special_openings (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  calendar_id     bigint not null,
  day             date not null,
  hour_from       time not null,
  hour_to         time not null check (hour_to > hour_from or hour_to = '00:00'),
  reason          text not null,
  idempotency_key text,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  deleted_by      bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id)
);
create index special_openings_calendar on special_openings (tenant_id, calendar_id, day) where deleted_at is null;
create unique index special_openings_idempotency_key on special_openings (tenant_id, idempotency_key);

-- Customers ------------------------------------------------------------------------------------------

-- Lower case without accents: 'Nicolò' becomes 'nicolo'. Naming the dictionary makes unaccent immutable, as an index requires.
create function system.unaccented(typed text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, normalize(typed, nfc)));

-- 'Anna' 'De Luca' becomes ' anna de luca anna deluca ': the words of a name, then both parts without spaces.
create function system.searchable_name(name text, surname text) returns text
language sql immutable parallel safe strict
begin atomic
  select ' ' || regexp_replace(first || ' ' || last, apart, ' ', 'g') || ' '
    || regexp_replace(first, apart, '', 'g') || ' ' || regexp_replace(last, apart, '', 'g') || ' '
  from (values (system.unaccented(name), system.unaccented(surname), '[[:space:][:punct:]‘’ʼ“”–—]+')) of_customer (first, last, apart);
end;

-- 'annapostaexample 3331234567': in one word, so that the index tells 'posta' from the common domains of e-mail addresses.
create function system.searchable_contact(email text, telephone text) returns text
language sql immutable parallel safe strict
return regexp_replace(system.unaccented(email), '[[:space:][:punct:]]', '', 'g') || ' ' || regexp_replace(telephone, '\D', '', 'g');

create table customers (
  tenant_id      bigint not null references tenants (id),
  id             bigint generated always as identity,
  -- E-mail and full name, case folded: relatives who share an e-mail stay two people.
  identity       text not null,
  name           text not null,
  surname        text not null,
  email          text not null,
  telephone      text not null,
  -- For the staff alone.
  notes          text not null default '',
  -- Mailboxes and telephone numbers by which a blocked customer is recognised; visitors' bookings with them are refused.
  blocked_at     timestamptz,
  blocked_by     bigint,
  blocked_as     text[],
  -- A merged duplicate keeps its identity, names the customer it was merged into and counts as erased.
  merged_into    bigint,
  -- An erased customer's row stays, without a name, for the bookings that reference it.
  erased_at      timestamptz,
  erased_by      bigint,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  search_name    text collate "C" generated always as (
    case when erased_at is null then system.searchable_name(name, surname) end
  ) stored,
  search_contact text collate "C" generated always as (
    case when erased_at is null then system.searchable_contact(email, telephone) end
  ) stored,
  primary key (tenant_id, id),
  unique (tenant_id, identity),
  foreign key (tenant_id, erased_by) references users (tenant_id, id),
  constraint customers_blocked_by foreign key (tenant_id, blocked_by) references users (tenant_id, id),
  constraint customers_merged_into foreign key (tenant_id, merged_into) references customers (tenant_id, id)
);
create index customers_in_order on customers (tenant_id, id) where erased_at is null;
create index customers_blocked on customers (tenant_id) where blocked_at is not null;
create index customers_merged on customers (tenant_id, merged_into) where merged_into is not null;
create index customers_search on customers
  using gin (tenant_id, search_name gin_trgm_ops, search_contact gin_trgm_ops) with (fastupdate = off);

-- Under a policy LIKE and <% cannot use an index, so these two read customers as their owner.

-- Customers of the current tenant each of whose `columns` is like the pattern at the same place.
create function find_customers_matching(columns text[], patterns text[], at_most integer) returns table (id bigint)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return query execute
    'select id from public.customers where tenant_id = $1 and '
      || (select string_agg(format('%I like %L', c, p), ' and ') from unnest(columns, patterns) term (c, p))
      || ' limit $2'
    using public.current_tenant(), at_most;
end
$$;

-- Customers of the current tenant whose names have words like these; similarity from 0 to 1.
create function find_customers_resembling(names text, at_most integer) returns table (id bigint, similarity real)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', '0.5', true);
  return query execute
    'select id, word_similarity($1, search_name) from public.customers where tenant_id = $2 and $1 <% search_name limit $3'
    using names, public.current_tenant(), at_most;
end
$$;

-- Bookings -------------------------------------------------------------------------------------------

-- One row for each calendar and day that ever had a booking. Bookings of a day lock it; caches compare its version, which
-- every change of the day increments.
create table calendar_days (
  tenant_id   bigint not null references tenants (id),
  calendar_id bigint not null,
  day         date not null,
  version     bigint not null default 1,
  primary key (tenant_id, calendar_id, day),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
) with (fillfactor = 70);

create table bookings (
  tenant_id        bigint not null references tenants (id),
  id               bigint generated always as identity,
  hidden_id        text not null check (length(hidden_id) >= 22),
  customer_id      bigint not null,
  calendar_id      bigint not null,
  -- Whether the visitor chose no calendar; a reschedule then offers all calendars.
  any_calendar     boolean not null default false,
  service_id       bigint not null,
  service_name     text not null,
  service_duration integer not null,
  service_price    numeric(10, 2) not null,
  name             text not null,
  surname          text not null,
  email            text not null,
  telephone        text not null,
  patient_notes    text not null default '',
  -- Local time, and the instants it stands for.
  visit_day        date not null,
  visit_hour       time not null,
  starts_at        timestamptz not null,
  ends_at          timestamptz not null check (ends_at > starts_at),
  -- When the calendar is busy; null if that is the time of the visit.
  busy_from        timestamptz,
  busy_to          timestamptz,
  buffer_before    integer not null default 0,
  buffer_after     integer not null default 0,
  -- The kinds of conflict that the staff has overridden.
  overridden_conflicts          text[],
  -- The first booking of its series, itself included.
  series_id        bigint,
  -- Null until staff set it.
  attendance          text,
  -- The consent given with a visitor's booking; staff book without.
  privacy_version  text,
  consented_at     timestamptz,
  idempotency_key  text,
  -- Increases with every change; calendar files and deduplication keys use it.
  sequence         integer not null default 0,
  -- When its day and hour were set.
  scheduled_at     timestamptz not null default now(),
  -- The time in the last e-mail to the customer, and the one before it; null before the first e-mail.
  notified_day     date,
  notified_hour    time,
  previous_day     date,
  previous_hour    time,
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
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  constraint bookings_series foreign key (tenant_id, series_id) references bookings (tenant_id, id),
  constraint bookings_attendance check (attendance in ('arrived', 'completed', 'no_show'))
);
create index bookings_busy on bookings (tenant_id, calendar_id, visit_day)
  include (starts_at, ends_at, busy_from, busy_to) where deleted_at is null;
create index bookings_of_day on bookings (tenant_id, visit_day, visit_hour) where deleted_at is null;
create index bookings_service on bookings (tenant_id, service_id, visit_day);
create index bookings_of_series on bookings (tenant_id, series_id) where series_id is not null;
-- Reports read only these two indexes.
create index bookings_customer on bookings (tenant_id, customer_id, visit_day)
  include (id, starts_at, calendar_id, service_id, attendance, deleted_at);
create index bookings_sums on bookings (tenant_id, visit_day)
  include (calendar_id, service_id, service_duration, service_price, attendance, deleted_at, starts_at);

-- The history of bookings. Rows are only added, and name no customer.
create table booking_history (
  tenant_id          bigint not null references tenants (id),
  booking_id         bigint not null,
  id                 bigint generated always as identity,
  at                 timestamptz not null,
  kind               text not null check (kind in ('rescheduled', 'person', 'cancelled', 'restored', 'attendance', 'telephone')),
  -- Null for a change by the customer.
  user_id            bigint,
  previous_day         date,
  previous_hour        time,
  previous_calendar_id bigint,
  previous_service     text,
  previous_overridden_conflicts     text[],
  day                date,
  hour               time,
  calendar_id        bigint,
  service            text,
  overridden_conflicts            text[],
  -- Names of the columns that changed about the customer.
  fields             text[],
  -- The attendance that was set, or the one before a reschedule.
  attendance            text,
  primary key (tenant_id, booking_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, previous_calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id)
);

-- The waiting list of full days, in the order of ids; rows go once the day is over.
create table waiting_list_entries (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  -- The key of the private link.
  hidden_id       text not null,
  service_id      bigint not null,
  -- Null for any calendar.
  calendar_id     bigint,
  visit_day       date not null,
  -- Null for any hour.
  part            text check (part in ('morning', 'lunch', 'afternoon', 'evening')),
  name            text not null,
  surname         text not null,
  email           text not null,
  telephone       text not null,
  -- As in customers.
  identity        text not null,
  privacy_version text not null,
  consented_at    timestamptz not null,
  created_at      timestamptz not null default now(),
  ended_at        timestamptz,
  ending          text check (ending in ('booked', 'left', 'removed')),
  -- The booking made from an offer.
  booking_id      bigint,
  primary key (tenant_id, id),
  unique (tenant_id, hidden_id),
  foreign key (tenant_id, service_id) references services (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  check ((ended_at is null) = (ending is null))
);
create unique index waiting_entries_once on waiting_list_entries (tenant_id, service_id, visit_day, identity)
  where ended_at is null;
create index waiting_list_entries_of_day on waiting_list_entries (tenant_id, visit_day, id);

-- Slots that count as taken until `held_until`: of a cancelled booking that can be restored, of a rescheduled one whose change
-- can be undone (`is_previous`), or offered to the waiting list.
create table slot_holds (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  booking_id   bigint,
  is_previous    boolean not null default false,
  entry_id     bigint,
  calendar_id  bigint not null,
  visit_day    date not null,
  visit_hour   time,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  -- By the clock of the database, which all processes share.
  held_until   timestamptz not null,
  -- Whether an offer was refused; otherwise it has expired.
  is_refused   boolean not null default false,
  -- The slot before a reschedule, and the booking's version after it: a later change prevents the undo.
  version      integer,
  scheduled_at timestamptz,
  overridden_conflicts      text[],
  primary key (tenant_id, id),
  unique (tenant_id, booking_id, is_previous),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, entry_id) references waiting_list_entries (tenant_id, id) on delete cascade,
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  check (num_nonnulls(booking_id, entry_id) = 1),
  check ((entry_id is not null or is_previous) = (visit_hour is not null)),
  check (is_previous = (version is not null and scheduled_at is not null and booking_id is not null))
);
create index slot_holds_busy on slot_holds (tenant_id, calendar_id, visit_day);
create index slot_holds_of_waiting on slot_holds (tenant_id, entry_id) where entry_id is not null;

-- Notifications, e-mails, contact requests, uploads --------------------------------------------------

-- Texts name people by placeholders: {cliente} is the customer of the booking in the deduplication key, {utente} the colleague.
create table notifications (
  tenant_id         bigint not null references tenants (id),
  id                bigint generated always as identity,
  user_id           bigint not null,
  title             text not null,
  message           text not null,
  colleague_id      bigint,
  read              boolean not null default false,
  -- For instance 'booking-created:42': each user has one notification per key.
  deduplication_key text not null,
  created_at        timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint notifications_colleague foreign key (tenant_id, colleague_id) references users (tenant_id, id)
);
create index notifications_newest on notifications (tenant_id, user_id, id desc);
create index notifications_unread on notifications (tenant_id, user_id) where not read;
create unique index notifications_deduplication on notifications (tenant_id, deduplication_key, user_id);

-- The outbox. It holds no personal data: an e-mail is written from the present record when it is sent.
create table messages (
  tenant_id         bigint not null references tenants (id),
  id                bigint generated always as identity,
  -- For instance 'reminder:42:2026-12-01T09:00': unique per tenant.
  deduplication_key text not null,
  kind              text not null,
  -- The booking, contact request or user, by kind; it may be gone when the message is sent.
  record_id         bigint not null,
  created_at        timestamptz not null default now(),
  -- Lease of the worker that is sending it.
  leased_until      timestamptz,
  sent_at           timestamptz,
  -- Why it will never be sent; null while it may be.
  drop_reason       text,
  -- When the mail server refused the address, with its answer ('550 5.1.1'), and when a later message was accepted.
  refused_at        timestamptz,
  refusal           text,
  refusal_resolved_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, deduplication_key),
  check (sent_at is null or drop_reason is null),
  -- The kinds that have a template.
  constraint messages_kind check (kind in (
    'confirmation', 'change', 'cancellation', 'reminder', 'new-booking', 'rescheduled-booking', 'cancelled-booking',
    'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts', 'waiting-joined',
    'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation'
  ))
);
create index messages_of_record on messages (tenant_id, record_id, kind);
create index messages_refused on messages (tenant_id, record_id) where refused_at is not null and refusal_resolved_at is null;
create index messages_created on messages using brin (created_at);

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
create index contact_requests_of_email on contact_requests (tenant_id, lower(email));

create table uploads (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  -- The unguessable name under which the file is stored and served.
  storage_key  text not null,
  purpose      text not null check (purpose in ('logo', 'photo', 'image', 'picture')),
  content_type text not null,
  bytes        integer not null,
  -- False while the file is written or deleted, so that one left by a crash is found.
  is_stored      boolean not null default true,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  primary key (tenant_id, id),
  unique (tenant_id, storage_key),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index uploads_pending on uploads (tenant_id, created_at) where not is_stored;

-- Changes notify all processes and increment versions ------------------------------------------------

create function increment_revision() returns trigger
language plpgsql as $$
begin
  update tenants set revision = revision + 1 where id = coalesce(new.tenant_id, old.tenant_id);
  return null;
end
$$;

-- Closures that are made together increment the revision once.
create function increment_revisions() returns trigger
language plpgsql as $$
begin
  update tenants set revision = revision + 1 where id in (select tenant_id from changed);
  return null;
end
$$;

create function increment_version() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Tells open forms of a changed record when the change commits.
create function notify_record_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object(
      'tenant', new.tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object('of', tg_table_name, 'id', to_jsonb(new) -> 'id', 'version', new.version)
    )::text
  );
  return null;
end
$$;

-- Notifies of the first of the closures that one statement has changed.
create function notify_closures_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object(
      'tenant', tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object('of', 'days_off', 'id', id, 'version', version)
    )::text
  )
  from (
    select distinct on (tenant_id, coalesce(group_id::text, id::text)) tenant_id, id, version
    from changed
    order by tenant_id, coalesce(group_id::text, id::text), id
  ) as first_ones;
  return null;
end
$$;

-- Tells all processes that a business, its domains or its site has changed; bookings change none of these.
create function notify_tenant_changed() returns trigger
language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('prenoto_tenants', coalesce(changed ->> 'tenant_id', changed ->> 'id'));
  return null;
end
$$;

do $$
declare
  t text;
begin
  foreach t in array array['configurations', 'privacy_texts', 'calendars', 'services', 'service_calendars', 'special_openings'] loop
    execute format(
      'create trigger increment_revision after insert or update or delete on %I for each row execute function increment_revision()', t
    );
  end loop;
  foreach t in array array['configurations', 'users', 'calendars', 'services', 'days_off', 'special_openings'] loop
    execute format(
      'create trigger increment_version before update on %I for each row when (old.* is distinct from new.*) execute function increment_version()',
      t
    );
  end loop;
  foreach t in array array['configurations', 'users', 'calendars', 'services', 'special_openings'] loop
    execute format(
      'create trigger notify_record_changed after update on %I for each row when (old.* is distinct from new.*) execute function notify_record_changed()',
      t
    );
  end loop;
end
$$;

create trigger increment_revision_by_insert after insert on days_off referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_update after update on days_off referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_delete after delete on days_off referencing old table as changed
  for each statement execute function increment_revisions();
create trigger notify_record_created after insert on days_off referencing new table as changed
  for each statement execute function notify_closures_changed();
create trigger notify_record_changed after update on days_off referencing new table as changed
  for each statement execute function notify_closures_changed();

-- A booking updates only the telephone, which neither increments the version nor notifies. The columns are named, since
-- generated ones have no value yet in a row that is about to be written.
create trigger increment_version before update of notes, blocked_at, merged_into, erased_at on customers
  for each row
  when (
    (old.notes, old.blocked_at, old.merged_into, old.erased_at)
    is distinct from (new.notes, new.blocked_at, new.merged_into, new.erased_at)
  )
  execute function increment_version();
create trigger notify_record_changed after update of notes, blocked_at, merged_into, erased_at on customers
  for each row when (old.version <> new.version) execute function notify_record_changed();

create trigger notify_tenant_changed after update of name, time_zone, suspended_at, revision on tenants
  for each row execute function notify_tenant_changed();
create trigger notify_tenant_changed after insert or update or delete on domains
  for each row execute function notify_tenant_changed();

-- Queries across all businesses, with the owner's rights ---------------------------------------------

-- One row at most: for the default of a thousand, PostgreSQL would plan each call anew.
create function find_tenant_by_domain(asked text)
returns table (id bigint, name text, domain text, time_zone text, revision bigint)
language plpgsql security definer rows 1 set search_path = pg_catalog, public
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

-- Takes the businesses whose day of reminders has begun, at `from_time` local time; each day is taken once.
create function claim_reminder_days(asked_at timestamptz, from_time time)
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

-- Takes the businesses with a waiting list that have changed since it was last checked, or that were not checked for a while.
create function claim_waiting_lists(asked_at timestamptz, every interval)
returns table (tenant_id bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    update public.tenants t
    set waiting_list_checked_at = asked_at, waiting_list_revision = t.revision
    where t.suspended_at is null
      and (t.waiting_list_revision <> t.revision or t.waiting_list_checked_at <= asked_at - every or t.waiting_list_checked_at > asked_at)
      and exists (select from public.waiting_list_entries w where w.tenant_id = t.id)
    returning t.id;
end
$$;

-- The outcomes of the last day's messages, for metrics.
create function count_messages()
returns table (kind text, outcome text, messages bigint)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select m.kind,
           case when m.sent_at is not null then 'sent' when m.drop_reason is not null then 'dropped'
                when m.refused_at is not null then 'refused' else 'waiting' end,
           count(*)
    from public.messages m
    where m.created_at > now() - interval '1 day'
    group by 1, 2;
end
$$;

-- Counters of rate limits, shared by all processes.
create table system.rate_limits (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- E-mails that visitors have caused for a mailbox, at each business and, as tenant 0, at all together.
create table system.recipients (
  tenant_id bigint not null,
  -- SHA-256 of the address.
  mailbox   bytea not null,
  bookings  integer not null,
  -- When the count begins anew.
  until     timestamptz not null,
  primary key (tenant_id, mailbox)
);

-- Deletes what has expired at all businesses; one process at a time.
create function delete_expired(asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('delete_expired', 0)) then
    return;
  end if;
  perform set_config('app.provider', 'on', true);
  delete from public.password_links where expires_at <= asked_at;
  delete from public.email_links where expires_at <= asked_at;
  -- An address that is not confirmed still needs the previous one: see session/change-email.ts.
  delete from public.previous_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.reserved_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Rows in use are locked in another order; they are left for the next time.
  delete from public.known_devices where (tenant_id, user_id, device_hash) in (
    select tenant_id, user_id, device_hash from public.known_devices
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;

-- Row-level security and rights ----------------------------------------------------------------------

-- Shows prenoto_app the rows of the current tenant alone, and the owner those of all tenants on connections that say they work
-- for the provider. Every migration that makes a table calls it.
create procedure system.isolate_tenants(target regclass)
language plpgsql as $$
declare
  is_own text := format('%s = (select current_tenant())', case target::text when 'tenants' then 'id' else 'tenant_id' end);
  is_provider text := 'current_setting(''app.provider'', true) = ''on''';
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy own_tenant on %s to prenoto_app using (%s) with check (%s)', target, is_own, is_own);
  execute format('create policy provider on %s to %I using (%s) with check (%s)', target, current_user, is_provider, is_provider);
end
$$;

do $$
declare
  target regclass;
begin
  for target in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    call system.isolate_tenants(target);
  end loop;
end
$$;
alter table customers no force row level security;

grant usage on schema public, system, migrations to prenoto_app;
grant select on all tables in schema migrations to prenoto_app;
grant select, insert, update, delete on all tables in schema public, system to prenoto_app;
-- Only the provider opens, changes and closes businesses; a business increments its revision.
revoke insert, update, delete on tenants, domains from prenoto_app;
grant update (revision) on tenants to prenoto_app;
revoke update, delete on booking_history, privacy_texts from prenoto_app;

revoke execute on function find_tenant_by_domain(text), claim_reminder_days(timestamptz, time),
  claim_waiting_lists(timestamptz, interval), count_messages(), delete_expired(timestamptz),
  find_customers_matching(text[], text[], integer), find_customers_resembling(text, integer) from public;
grant execute on function current_tenant(), find_tenant_by_domain(text), claim_reminder_days(timestamptz, time),
  claim_waiting_lists(timestamptz, interval), count_messages(), delete_expired(timestamptz),
  find_customers_matching(text[], text[], integer), find_customers_resembling(text, integer) to prenoto_app;
