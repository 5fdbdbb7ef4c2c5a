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
  waiting_list_revision     bigint not null default 0,
  -- The last local day on which old data were deleted; null before the first.
  retention_planned_on date,
  -- When the owner opened the business without the provider; null for one that the provider opened.
  signed_up_at         timestamptz,
  -- Whether the provider vouches for it. A business that signed up by itself has a budget of e-mails until then.
  is_trusted           boolean not null default true
);

create table domains (
  tenant_id    bigint not null references tenants (id),
  domain       text not null unique check (domain = lower(domain) and domain !~ '[\s/:]'),
  -- Links in e-mails and search engines name this one.
  is_canonical boolean not null default false,
  created_at   timestamptz not null default now(),
  -- When the business proved that it owns the domain; null for a domain that the provider added.
  verified_at  timestamptz,
  primary key (tenant_id, domain)
);
create unique index domains_one_canonical on domains (tenant_id) where is_canonical;

-- Domains that businesses add themselves. A claim serves nothing and is no obstacle to others, so it is not unique.
create table domain_claims (
  tenant_id  bigint not null references tenants (id),
  domain     text not null check (domain = lower(domain) and domain !~ '[\s/:]'),
  -- The text record in the DNS that proves who owns the domain.
  token      text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, domain)
);

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
  -- Hours before a visit until which its customer is asked to confirm it; 0: never.
  app_confirmation_hours            integer not null default 0 check (app_confirmation_hours between 0 and 1440),
  -- How many services a visitor can book in one visit.
  app_services_per_visit            integer not null default 1 check (app_services_per_visit between 1 and 4),
  -- The page of Google with the reviews of the business; '' shows no link.
  app_google_reviews                text not null default '',
  -- Months after their last visit until customers are anonymised; 0 means never.
  app_retention_months              integer not null default 0
    check (app_retention_months = 0 or app_retention_months between 6 and 120),
  -- The lowest role that may read and write health notes.
  health_notes_role                 text not null default 'admin' check (health_notes_role in ('operator', 'editor', 'admin')),
  -- The rights that the business withdraws from its operators; none by default.
  withdrawn_rights                  text[] not null default '{}'
    check (withdrawn_rights <@ array['contacts', 'customers', 'cancellations']),
  version                           integer not null default 1
);

-- The dashboard's list of first steps. A business without a row has none until it asks for it.
create table first_steps (
  tenant_id      bigint primary key references tenants (id),
  hidden_at      timestamptz,
  -- When an administrator first opened the page with the link, the QR code and the poster.
  link_shared_at timestamptz
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
  foreign key (tenant_id, deleted_by) references users (tenant_id, id) deferrable
);
create unique index users_email on users (tenant_id, lower(email)) where deleted_at is null;

alter table privacy_texts add foreign key (tenant_id, created_by) references users (tenant_id, id);

-- Tokens of sessions and links are stored as their SHA-256 alone.
create table sessions (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  token_hash   bytea not null,
  user_id      bigint not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- By which a user recognises the session: the browser, and the IPv4 address or IPv6 /64 network of the log-in.
  user_agent   text not null default '',
  address      text not null default '',
  -- When the user last gave their password in this session.
  proved_at    timestamptz not null default now(),
  primary key (tenant_id, token_hash),
  unique (tenant_id, id),
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

-- Log-ins on devices that were new for their user, for the e-mails about them. They outlive their sessions.
create table new_device_log_ins (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  user_id    bigint not null,
  user_agent text not null,
  address    text not null,
  created_at timestamptz not null default now(),
  -- Whether the log-in needed a second factor.
  had_second_factor boolean not null,
  -- The changes that a link undid, for the e-mail about it.
  effects    text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index new_device_log_ins_user on new_device_log_ins (tenant_id, user_id, created_at);

-- One-time links in these e-mails, which lock out an intruder: what the account got since the log-in is undone.
create table device_links (
  tenant_id  bigint not null references tenants (id),
  token_hash bytea not null,
  user_id    bigint not null,
  log_in_id  bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, log_in_id) references new_device_log_ins (tenant_id, id) on delete cascade
);
create index device_links_user on device_links (tenant_id, user_id);
create index device_links_log_in on device_links (tenant_id, log_in_id);

-- Second factors of users: an authenticator app, passkeys and recovery codes.

create table totp_factors (
  tenant_id      bigint not null references tenants (id),
  user_id        bigint not null,
  -- Encrypted with the installation's secret key.
  secret         bytea not null,
  created_at     timestamptz not null default now(),
  -- Null until a code has confirmed it; only then does it count.
  confirmed_at   timestamptz,
  -- The period of 30 seconds of the last accepted code: neither it nor an earlier one is accepted again.
  last_used_step bigint not null default 0,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

create table passkeys (
  tenant_id     bigint not null references tenants (id),
  id            bigint generated always as identity,
  user_id       bigint not null,
  name          text not null,
  -- The only domain on which browsers offer it.
  domain        text not null,
  credential_id text not null,
  public_key    bytea not null,
  -- Uses as the authenticator counts them; 0 if it does not count.
  counter       bigint not null,
  transports    text[] not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, credential_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index passkeys_user on passkeys (tenant_id, user_id);

-- Single-use codes for a user without their app and passkeys; a used code is deleted.
create table recovery_codes (
  tenant_id  bigint not null references tenants (id),
  user_id    bigint not null,
  -- SHA-256 of the code's 80 random bits.
  code_hash  bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- Challenges that a passkey signs; deleted when used.
create table passkey_challenges (
  tenant_id  bigint not null references tenants (id),
  challenge  text not null,
  user_id    bigint not null,
  purpose    text not null check (purpose in ('registration', 'log-in', 'proof')),
  domain     text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, challenge),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index passkey_challenges_user on passkey_challenges (tenant_id, user_id);

-- Log-ins that wait for the second factor, after the password or a password link.
create table log_in_challenges (
  tenant_id   bigint not null references tenants (id),
  -- SHA-256 of the token.
  token_hash  bytea not null,
  user_id     bigint not null,
  -- The browser or network address that may answer.
  device_hash bytea not null,
  -- Tried codes and passkeys.
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index log_in_challenges_user on log_in_challenges (tenant_id, user_id);

-- A business with a row requires a second factor of all its users.
create table second_factor_requirements (
  tenant_id   bigint not null references tenants (id),
  required_at timestamptz not null default now(),
  primary key (tenant_id)
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

-- Calendars, services and exceptions -------------------------------------------------

-- Creations are repeatable where a table has an `idempotency_key`: the same key makes no second row.
create table calendars (
  tenant_id                    bigint not null references tenants (id),
  id                           bigint generated always as identity,
  name                         text not null,
  public_name                  text not null default '',
  -- A line about the person or room that visitors choose, shown beside the public name.
  public_note                  text not null default '' check (length(public_note) <= 120),
  description                  text not null default '',
  picture                      text not null default '',
  "from"                       date not null,
  "to"                         date,
  simultaneous_bookings_number integer not null default 1 check (simultaneous_bookings_number between 1 and 1000),
  max_bookings_per_day         integer not null default 0 check (max_bookings_per_day >= 0),
  -- The regular hours, a list of weeks, of which each calendar has one:
  --   windows: [{weekdays, half, from, to}], the opening hours; a closing time of 00:00 means the end of the day
  --   pauses:  [{weekdays, from, to}], taken out of the windows
  weeks                        jsonb not null default '[{"windows": [], "pauses": []}]'
    check (jsonb_typeof(weeks) = 'array' and jsonb_array_length(weeks) = 1),
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
  -- What customers should do before a visit; '' is nothing.
  preparation         text not null default '',
  -- The variants in order, each with an id, a name, a duration and prices of its own.
  variants            jsonb not null default '[]' check (jsonb_typeof(variants) = 'array'),
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

-- The dated exceptions of a calendar's opening hours.
--   closure:          closed from day_from and hour_from to day_to and hour_to; 23:59 means the end of the day
--   special_opening:  open in addition on one day; a closing time of 00:00 means the end of the day
--   changed_hours:    `windows`, an array of {weekdays, from, to}, replace the usual week; those of one calendar do not overlap
create table calendar_exceptions (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated always as identity,
  calendar_id     bigint not null,
  kind            text not null check (kind in ('closure', 'special_opening', 'changed_hours')),
  day_from        date not null,
  hour_from       time,
  day_to          date not null,
  hour_to         time,
  windows         jsonb,
  reason          text not null,
  -- Shared by closures of several calendars that were saved together.
  batch_id        uuid,
  -- Whether it was made for all calendars, those added later included.
  of_all          boolean not null default false,
  -- Of a batch, the first row has the key.
  idempotency_key text,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  deleted_by      bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, calendar_id) references calendars (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  constraint calendar_exceptions_times check (
    case kind
      when 'changed_hours' then
        num_nonnulls(hour_from, hour_to) = 0 and windows is not null and jsonb_typeof(windows) = 'array'
          and day_to >= day_from
      when 'special_opening' then
        num_nulls(hour_from, hour_to) = 0 and windows is null and day_to = day_from
          and (hour_to > hour_from or hour_to = '00:00')
      else num_nulls(hour_from, hour_to) = 0 and windows is null and day_to + hour_to > day_from + hour_from
    end
  )
);
create index calendar_exceptions_calendar on calendar_exceptions (tenant_id, calendar_id, day_to) where deleted_at is null;
create index calendar_exceptions_of_days on calendar_exceptions (tenant_id, kind, day_to) where deleted_at is null;
create index calendar_exceptions_of_batch on calendar_exceptions (tenant_id, batch_id) where batch_id is not null;
-- For exceptions that can be restored.
create index calendar_exceptions_deleted on calendar_exceptions (tenant_id, deleted_at) where deleted_at is not null;
create unique index calendar_exceptions_idempotency_key on calendar_exceptions (tenant_id, idempotency_key);

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
  -- At their own request a restricted customer is kept, not used and not shown.
  restricted_at  timestamptz,
  restricted_by  bigint,
  restriction_reason text,
  -- An imported customer stays without bookings and notes.
  is_imported    boolean not null default false,
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
  constraint customers_restricted_by foreign key (tenant_id, restricted_by) references users (tenant_id, id),
  constraint customers_merged_into foreign key (tenant_id, merged_into) references customers (tenant_id, id) deferrable
);
create index customers_in_order on customers (tenant_id, id) where erased_at is null;
create index customers_blocked on customers (tenant_id) where blocked_at is not null;
create index customers_restricted on customers (tenant_id) where restricted_at is not null;
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
  -- That of the whole visit, which may be four times the highest price of a service.
  service_price    numeric(12, 2) not null,
  -- The services of a visit in order, as they were booked; null for one service without a variant. Then service_id is the
  -- first, and service_name, service_duration and service_price are those of the whole visit.
  services         jsonb,
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
  -- The start that the customer has confirmed; a reschedule to another time thus ends the confirmation.
  confirmed_for    timestamptz,
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
  constraint bookings_series foreign key (tenant_id, series_id) references bookings (tenant_id, id) deferrable,
  constraint bookings_attendance check (attendance in ('arrived', 'completed', 'no_show'))
);
create index bookings_busy on bookings (tenant_id, calendar_id, visit_day)
  include (starts_at, ends_at, busy_from, busy_to) where deleted_at is null;
create index bookings_of_day on bookings (tenant_id, visit_day, visit_hour) where deleted_at is null;
create index bookings_service on bookings (tenant_id, service_id, visit_day);
create index bookings_with_key on bookings (tenant_id, created_at) where idempotency_key is not null;
create index bookings_newest on bookings (tenant_id, created_at, id);
-- The visits of several services or a variant, for reports and for deletions of services.
create index bookings_of_services on bookings (tenant_id, visit_day) where services is not null;
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
  kind               text not null check (kind in (
    'rescheduled', 'person', 'cancelled', 'restored', 'attendance', 'telephone', 'confirmed'
  )),
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
create index booking_history_newest on booking_history (tenant_id, at, id);
create index booking_history_id on booking_history (tenant_id, id);

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
  -- The services that the customer waits for in order, if there are several or a variant.
  services        jsonb check (jsonb_typeof(services) = 'array'),
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
  -- The block of network addresses from which the entry came, '203.0.113.0/24'; null for a private address.
  address_block   text,
  -- When the person was known to exist: a customer from before, or the link of an e-mail was opened.
  proven_at       timestamptz,
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

-- 'Le mie prenotazioni' ------------------------------------------------------------------------------

-- Requests for a link to 'Le mie prenotazioni'. The e-mail's job finds the customer, so that a request takes the same time for
-- every address, and then forgets the address.
create table visitor_link_requests (
  tenant_id   bigint not null references tenants (id),
  id          bigint generated always as identity,
  address     text,
  customer_id bigint,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
create index visitor_link_requests_customer on visitor_link_requests (tenant_id, customer_id);

-- Links in e-mails and remembered devices. They show the bookings of the customer's mailbox.
create table visitor_tokens (
  tenant_id   bigint not null references tenants (id),
  token_hash  bytea not null,
  customer_id bigint not null,
  is_device   boolean not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
create index visitor_tokens_customer on visitor_tokens (tenant_id, customer_id);

-- Health notes and documents, encrypted with the keys of the installation, and the consents to keep them ----

-- The latest row of a customer decides.
create table health_consents (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  customer_id  bigint not null,
  given_on     date not null,
  method       text not null check (method in ('paper', 'screen')),
  recorded_at  timestamptz not null,
  recorded_by  bigint not null,
  withdrawn_at timestamptz,
  withdrawn_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, recorded_by) references users (tenant_id, id),
  foreign key (tenant_id, withdrawn_by) references users (tenant_id, id)
);
create index health_consents_of_customer on health_consents (tenant_id, customer_id, id);

-- The application chooses the id of a note or document first, since the ciphertext is bound to it.
create table health_notes (
  tenant_id       bigint not null references tenants (id),
  id              bigint generated by default as identity,
  customer_id     bigint not null,
  booking_id      bigint,
  -- Key id, nonce, tag and AES-256-GCM output: see lib/encryption.ts.
  ciphertext      bytea not null,
  idempotency_key text,
  created_at      timestamptz not null,
  created_by      bigint not null,
  updated_at      timestamptz,
  updated_by      bigint,
  -- Incremented by a change of the text, not by a new encryption of it.
  version         integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, updated_by) references users (tenant_id, id)
);
create index health_notes_of_customer on health_notes (tenant_id, customer_id, id);

create table health_documents (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated by default as identity,
  customer_id  bigint not null,
  booking_id   bigint,
  -- Encrypted, like the content.
  name         bytea not null,
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  -- Ciphertexts do not compress.
  content      bytea storage external not null,
  bytes        integer not null,
  idempotency_key text,
  created_at   timestamptz not null,
  created_by   bigint not null,
  primary key (tenant_id, id),
  constraint health_documents_once unique (tenant_id, idempotency_key),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index health_documents_of_customer on health_documents (tenant_id, customer_id, id);

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
create index notifications_created on notifications (tenant_id, created_at);
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
    'contact-request', 'invitation', 'password-reset', 'email-changed', 'email-confirmation', 'log-in-attempts',
    'new-device', 'waiting-joined', 'waiting-offer', 'series-confirmation', 'series-change', 'series-cancellation',
    'second-factor-added', 'second-factor-removed', 'second-factor-reset', 'recovery-code-used', 'intruder-locked-out',
    'my-bookings', 'business-email-changed', 'administrator-appointed'
  ))
);
create index messages_of_record on messages (tenant_id, record_id, kind);
create index messages_refused on messages (tenant_id, record_id) where refused_at is not null and refusal_resolved_at is null;
create index messages_by_age on messages (tenant_id, created_at);
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
  -- When and by whom it was marked as answered.
  answered_at     timestamptz,
  answered_by     bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id)
);
create index contact_requests_of_email on contact_requests (tenant_id, lower(email));
create index contact_requests_unanswered on contact_requests (tenant_id, id) where answered_at is null;

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

-- Push notifications, WhatsApp and SMS -----------------------------------------------------------------

-- Devices that receive push notifications. A subscription ends with the session in which it was made or renewed.
create table push_subscriptions (
  tenant_id  bigint not null references tenants (id),
  id         bigint generated always as identity,
  user_id    bigint not null,
  session_id bigint not null,
  -- The secret address at the browser's push service, and the keys to encrypt with, in base64url.
  endpoint   text not null,
  p256dh     text not null,
  auth       text not null,
  user_agent text not null,
  created_at timestamptz not null,
  -- When the push service last accepted a notification.
  sent_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_id);

-- What a user's devices are told about; without a row, about everything.
create table push_preferences (
  tenant_id bigint not null references tenants (id),
  user_id   bigint not null,
  created   boolean not null,
  moved     boolean not null,
  cancelled boolean not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

-- WhatsApp and SMS. What a business has switched on, and what it has spent in a month; no row: nothing is switched on.
create table text_settings (
  tenant_id     bigint primary key references tenants (id),
  confirmations text not null default 'none' check (confirmations in ('none', 'whatsapp', 'sms', 'whatsapp_sms')),
  reminders     text not null default 'none' check (reminders in ('none', 'whatsapp', 'sms', 'whatsapp_sms')),
  -- The most that is spent in a month, in cents.
  cap_cents     integer not null check (cap_cents between 0 and 100000),
  -- The first day of the month that is counted.
  month         date not null,
  messages      integer not null default 0,
  spent_cents   numeric(12, 2) not null default 0
);

-- Numbers whose owner wants messages, '+393331234567'; a number without a row, or with one that is withdrawn, gets none.
create table text_consents (
  tenant_id    bigint not null references tenants (id),
  telephone    text not null,
  channels     text[] not null,
  -- Of the text of the consent.
  version      text not null,
  given_at     timestamptz not null,
  -- Null if the customer gave it.
  given_by     bigint,
  withdrawn_at timestamptz,
  -- A booking may name the number of another person, so it neither revives nor withdraws that person's consent.
  -- The bookings with which visitors gave it; null if staff, or the number itself, gave it.
  booking_ids  bigint[],
  -- In the links of text messages, so only the owner of the number has it.
  link_key     text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 10),
  primary key (tenant_id, telephone),
  foreign key (tenant_id, given_by) references users (tenant_id, id)
);
create index text_consents_given on text_consents (telephone) where withdrawn_at is null;

create table text_messages (
  tenant_id    bigint not null references tenants (id),
  id           bigint generated always as identity,
  booking_id   bigint not null,
  kind         text not null check (kind in ('confirmation', 'reminder')),
  -- The time of the visit that a reminder is about, '2026-12-01T09:00'.
  about        text not null default '',
  channel      text not null check (channel in ('whatsapp', 'sms')),
  state        text not null default 'waiting' check (state in (
    'waiting', 'sending', 'unknown', 'accepted', 'delivered', 'read', 'failed', 'dropped'
  )),
  -- Why it has failed or was dropped; a code, without personal data.
  reason       text,
  cost_cents   numeric(8, 2) not null default 0,
  created_at   timestamptz not null,
  changed_at   timestamptz not null,
  -- Lease of the worker that is sending it.
  leased_until timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, booking_id, kind, about, channel),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
);
create index text_messages_by_age on text_messages (tenant_id, created_at);

-- Imports and audit trail ----------------------------------------------------------------------------

-- Files of customers or future bookings that a business imports. Imports and their lines are deleted after some days.
create table imports (
  tenant_id         bigint not null references tenants (id),
  id                bigint generated always as identity,
  kind              text not null check (kind in ('customers', 'bookings')),
  state             text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone')),
  file_name         text not null,
  -- An array of {heading, sample, date_order}, and how the user reads the columns; null before the first check.
  columns           jsonb not null,
  options           jsonb,
  -- Names in the file that match no service or calendar.
  unknown_services  text[] not null default '{}',
  unknown_calendars text[] not null default '{}',
  -- Whether bookings are made in spite of conflicts.
  override          boolean not null default false,
  lines             integer not null,
  -- Lines that the running job has processed, and those that it has to.
  progress          integer not null default 0,
  progress_total    integer not null default 0,
  created_at        timestamptz not null,
  created_by        bigint not null,
  -- The user who started the present or last job.
  run_by            bigint not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, run_by) references users (tenant_id, id)
);
-- One import of a business runs at a time.
create unique index imports_running on imports (tenant_id) where state in ('importing', 'undoing');

create table import_lines (
  tenant_id       bigint not null references tenants (id),
  import_id       bigint not null,
  -- As a spreadsheet counts: the headings are line 1.
  line            integer not null,
  cells           text[] not null,
  -- Null before the first check.
  outcome         text,
  -- The place in the list: by outcome, then by line.
  place           integer not null default 0,
  reasons         text[] not null default '{}',
  -- The line that this one repeats.
  other_line      integer,
  customer_id     bigint,
  -- Whether the line has created that customer.
  is_new_customer boolean not null default false,
  booking_id      bigint,
  -- What the line has written: telephone and notes, and those before an update.
  written         jsonb,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete set null (customer_id),
  foreign key (tenant_id, booking_id) references bookings (tenant_id, id) on delete set null (booking_id)
);
create index import_lines_in_order on import_lines (tenant_id, import_id, place);
create index import_lines_of_customer on import_lines (tenant_id, customer_id) where customer_id is not null;
create index import_lines_of_booking on import_lines (tenant_id, booking_id) where booking_id is not null;

-- Records what users did, without customers' personal data. The application may only add and read entries.
create table audit_entries (
  tenant_id      bigint not null references tenants (id),
  id             bigint generated always as identity,
  happened_at    timestamptz not null,
  -- Null for the provider, for jobs and before a log-in. No foreign key: the entry stays as it was.
  user_id        bigint,
  -- The user's name at that time.
  actor          text not null,
  -- Null for jobs and the command line.
  client_address text,
  action         text not null,
  subject_type   text,
  subject_id     bigint,
  before         jsonb,
  after          jsonb,
  primary key (tenant_id, id)
);
create index audit_entries_newest on audit_entries (tenant_id, happened_at, id);
create index audit_entries_of_subject on audit_entries (tenant_id, subject_type, subject_id, happened_at);

-- Changes notify all processes and increment versions ------------------------------------------------

create function increment_revision() returns trigger
language plpgsql as $$
begin
  update tenants set revision = revision + 1 where id = coalesce(new.tenant_id, old.tenant_id);
  return null;
end
$$;

-- Exceptions that are made together increment the revision once.
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

-- Notifies of the first exception of each batch that one statement has changed. Open pages know the kinds by these names.
create function notify_exceptions_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object(
      'tenant', tenant_id,
      'notifications', json_build_array(),
      'record', json_build_object(
        'of', case kind when 'closure' then 'days_off' when 'special_opening' then 'special_openings' else kind end,
        'id', id,
        'version', version
      )
    )::text
  )
  from (
    select distinct on (tenant_id, coalesce(batch_id::text, id::text)) tenant_id, kind, id, version
    from changed
    order by tenant_id, coalesce(batch_id::text, id::text), id
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
  foreach t in array array['configurations', 'privacy_texts', 'calendars', 'services', 'service_calendars'] loop
    execute format(
      'create trigger increment_revision after insert or update or delete on %I for each row execute function increment_revision()', t
    );
  end loop;
  foreach t in array array['configurations', 'users', 'calendars', 'services', 'calendar_exceptions'] loop
    execute format(
      'create trigger increment_version before update on %I for each row when (old.* is distinct from new.*) execute function increment_version()',
      t
    );
  end loop;
  foreach t in array array['configurations', 'users', 'calendars', 'services'] loop
    execute format(
      'create trigger notify_record_changed after update on %I for each row when (old.* is distinct from new.*) execute function notify_record_changed()',
      t
    );
  end loop;
end
$$;

create trigger increment_revision_by_insert after insert on calendar_exceptions referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_update after update on calendar_exceptions referencing new table as changed
  for each statement execute function increment_revisions();
create trigger increment_revision_by_delete after delete on calendar_exceptions referencing old table as changed
  for each statement execute function increment_revisions();
create trigger notify_record_created after insert on calendar_exceptions referencing new table as changed
  for each statement execute function notify_exceptions_changed();
create trigger notify_record_changed after update on calendar_exceptions referencing new table as changed
  for each statement execute function notify_exceptions_changed();

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

create trigger increment_version_by_restriction before update of restricted_at on customers
  for each row when (old.restricted_at is distinct from new.restricted_at) execute function increment_version();
create trigger notify_record_corrected after update of name, surname, email, identity on customers
  for each row
  when (old.version is distinct from new.version)
  execute function notify_record_changed();

-- The booking form shows the consent to the channels.
create trigger increment_revision after insert or update of confirmations, reminders on text_settings
  for each row execute function increment_revision();

-- Open pages of an ended session stop at once: see features/notifications/event-hub.ts.
create function notify_session_ended() returns trigger
language plpgsql as $$
begin
  perform pg_notify(
    'prenoto_events',
    json_build_object('tenant', old.tenant_id, 'notifications', json_build_array(), 'session_user', old.user_id)::text
  );
  return null;
end
$$;
create trigger notify_session_ended after delete on sessions for each row execute function notify_session_ended();

create trigger notify_tenant_changed after update of name, time_zone, suspended_at, revision, is_trusted on tenants
  for each row execute function notify_tenant_changed();
create trigger notify_tenant_changed after insert or update or delete on domains
  for each row execute function notify_tenant_changed();

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

-- Queries across all businesses, with the owner's rights ---------------------------------------------

-- One row at most: for the default of a thousand, PostgreSQL would plan each call anew.
create function find_tenant_by_domain(asked text)
returns table (id bigint, name text, domain text, time_zone text, revision bigint, is_trusted boolean)
language plpgsql security definer rows 1 set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query
    select t.id, t.name, coalesce(c.domain, d.domain), t.time_zone, t.revision, t.is_trusted
    from public.domains d
    join public.tenants t on t.id = d.tenant_id
    left join public.domains c on c.tenant_id = t.id and c.is_canonical
    where d.domain = asked and t.suspended_at is null;
end
$$;

-- In the three claims a business whose row is locked or whose time zone is unknown does not stop the others. A locked one is
-- claimed the next time.

-- Takes the businesses whose day of reminders has begun, at `from_time` local time; each day is taken once.
create function claim_reminder_days(asked_at timestamptz, from_time time)
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

-- Takes the businesses whose night has come, at `from_time` local time; each day is taken once. Suspended ones are included,
-- since their customers' data grow old as well.
create function claim_retention_days(asked_at timestamptz, from_time time)
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

-- Takes the businesses with a waiting list that have changed since it was last checked, or that were not checked for a while.
create function claim_waiting_lists(asked_at timestamptz, every interval)
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
  -- SHA-256 of the address or of a telephone number.
  mailbox   bytea not null,
  -- E-mails.
  bookings  integer not null,
  new_bookings integer not null default 0,
  -- When the count begins anew.
  until     timestamptz not null,
  primary key (tenant_id, mailbox)
);

-- Secrets that all processes of the installation share.
create table system.secrets (
  name   text primary key,
  secret text not null
);
insert into system.secrets (name, secret)
values ('proof-of-work', encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid(), 'UTF8')), 'hex'));

-- The links that have opened a business, so that each opens one only. They expire after a day.
create table system.sign_ups (
  id        uuid primary key,
  tenant_id bigint not null,
  opened_at timestamptz not null
);

-- Domains of the provider that a business no longer has. Nobody gets one by a sign-up for 90 days: old links and calendars
-- still lead there.
create table system.released_domains (
  domain      text primary key,
  released_at timestamptz not null default now()
);
-- Paused businesses: their requests and jobs are refused as unavailable, for instance while they move to another installation.
-- Each transaction of a business looks here first. A row outlives a replaced business, so that late requests are refused, too.
create table system.paused_tenants (
  tenant_id bigint primary key,
  paused_at timestamptz not null default now(),
  -- The end of a pause by an import, which renews it while it runs; null for a pause until `tenant resume`. An import also
  -- leases the id of its new business: once the lease has expired, the files below that id are removed.
  until     timestamptz
);

-- The one pair of VAPID keys by which push services recognise the installation; the private one is encrypted.
create table system.push_keys (
  is_only     boolean primary key default true check (is_only),
  public_key  text not null,
  private_key bytea not null
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
  delete from public.device_links where expires_at <= asked_at;
  delete from public.new_device_log_ins where created_at <= asked_at - interval '7 days';
  delete from public.visitor_link_requests where created_at <= asked_at - interval '1 day';
  -- An address that is not confirmed still needs the previous one: see session/change-email.ts.
  delete from public.previous_emails f using public.users u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and f.reserved_until <= asked_at
      and (u.is_email_confirmed or u.deleted_at is not null);
  -- Rows in use are locked in another order; they are left for the next time.
  delete from public.visitor_tokens where (tenant_id, token_hash) in (
    select tenant_id, token_hash from public.visitor_tokens where expires_at <= asked_at for update skip locked
  );
  delete from public.known_devices where (tenant_id, user_id, device_hash) in (
    select tenant_id, user_id, device_hash from public.known_devices
    where last_used_at <= asked_at - interval '90 days' for update skip locked
  );
  delete from system.sign_ups where opened_at <= asked_at - interval '1 day';
  delete from system.released_domains where released_at <= asked_at - interval '90 days';
  delete from system.recipients where (tenant_id, mailbox) in (
    select tenant_id, mailbox from system.recipients where until <= now() for update skip locked
  );
end
$$;

-- Deletes the current tenant's entries from before an instant, with the owner's rights. Returns their number.
create function delete_old_audit_entries(before_instant timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
  deleted bigint;
begin
  perform set_config('app.provider', 'on', true);
  delete from public.audit_entries e where e.tenant_id = asking and e.happened_at < before_instant;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- The application changes domains only by these functions, for the current tenant and with the owner's rights. It locks the
-- tenant first.

create function is_domain_attached(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return exists (select from public.domains d where d.domain = asked);
end
$$;

-- Attaches a claimed domain. False without a claim, or if the domain is attached to a business.
create function attach_domain(asked text, proved_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  insert into public.domains (tenant_id, domain, verified_at)
    select c.tenant_id, c.domain, proved_at from public.domain_claims c where c.tenant_id = asking and c.domain = asked
    on conflict do nothing;
  if not found then
    return false;
  end if;
  delete from public.domain_claims c where c.tenant_id = asking and c.domain = asked;
  return true;
end
$$;

-- Removes a domain that the business added, unless it is the canonical one. Returns whether it did.
create function detach_domain(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  delete from public.domains d
    where d.tenant_id = asking and d.domain = asked and d.verified_at is not null and not d.is_canonical
      and exists (select from public.domains o where o.tenant_id = asking and o.domain <> asked);
  return found;
end
$$;

-- False if the domain is not attached to the current tenant.
create function choose_canonical_domain(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  asking bigint := public.current_tenant();
begin
  perform set_config('app.provider', 'on', true);
  if not exists (select from public.domains d where d.tenant_id = asking and d.domain = asked) then
    return false;
  end if;
  update public.domains d set is_canonical = false where d.tenant_id = asking and d.is_canonical and d.domain <> asked;
  update public.domains d set is_canonical = true where d.tenant_id = asking and d.domain = asked and not d.is_canonical;
  return true;
end
$$;

create function remember_released_domain() returns trigger
language plpgsql as $$
begin
  insert into system.released_domains (domain) values (old.domain)
    on conflict (domain) do update set released_at = excluded.released_at;
  return null;
end
$$;
create trigger remember_released_domain after delete on domains
  for each row when (old.verified_at is null) execute function remember_released_domain();

-- Inserts a business with its canonical domain, configuration, administrator and first steps.
create function create_tenant(
  named text, zone text, canonical text, admin_name text, admin_surname text, admin_email text, admin_password_hash text
) returns bigint
language plpgsql as $$
declare
  created bigint;
begin
  insert into public.tenants (name, time_zone) values (named, zone) returning id into created;
  insert into public.domains (tenant_id, domain, is_canonical) values (created, canonical, true);
  insert into public.configurations (tenant_id, app_name) values (created, named);
  insert into public.users (tenant_id, name, surname, email, role, password_hash, is_email_confirmed)
    values (created, admin_name, admin_surname, admin_email, 'admin', admin_password_hash, false);
  insert into public.first_steps (tenant_id) values (created);
  return created;
end
$$;

create function is_domain_free(asked text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return not exists (select from public.domains d where d.domain = asked)
    and not exists (select from system.released_domains r where r.domain = asked);
end
$$;

-- Opens the business of a link, or returns the one that the link has opened. Null if the domain is not free.
create function open_tenant(
  sign_up uuid, named text, zone text, canonical text, admin_name text, admin_surname text, admin_email text,
  opened timestamptz
) returns table (tenant_id bigint, is_new boolean)
language plpgsql security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  created bigint;
begin
  perform set_config('app.provider', 'on', true);
  -- Confirmations of the same link wait for each other, and so do those of the same domain.
  perform pg_advisory_xact_lock(hashtextextended('open_tenant ' || sign_up, 0));
  return query select s.tenant_id, false from system.sign_ups s where s.id = sign_up;
  if found then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('open_tenant ' || canonical, 0));
  if not public.is_domain_free(canonical) then
    return;
  end if;
  created := public.create_tenant(named, zone, canonical, admin_name, admin_surname, admin_email, null);
  update public.tenants set signed_up_at = opened, is_trusted = false where id = created;
  -- The link was sent to the address.
  update public.users set is_email_confirmed = true where tenant_id = created;
  insert into system.sign_ups (id, tenant_id, opened_at) values (sign_up, created, opened);
  return query select created, true;
end
$$;

-- Withdraws the consents of a number at all businesses, after its owner has answered STOP.
create function withdraw_text_consents(number text, withdrawn timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  update public.text_consents set withdrawn_at = withdrawn where telephone = number and withdrawn_at is null;
end
$$;

-- The provider's channel is the same for all businesses: these have the consent of the number that an answer comes from.
create function tenants_of_text_consent(number text) returns setof bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform set_config('app.provider', 'on', true);
  return query select tenant_id from public.text_consents where telephone = number and withdrawn_at is null;
end
$$;

-- What the provider's commands tell about each business; e-mails of the last 30 days. Dates are the database's, which may
-- differ from the business's around midnight. A statement computes only the columns that it selects.
create view system.tenant_reports with (security_invoker = on) as
select
  t.id, t.name, t.time_zone, t.created_at, t.signed_up_at, t.is_trusted as trusted, t.suspended_at,
  t.suspended_at is not null as suspended,
  p.paused_at,
  p.tenant_id is not null as paused,
  c.app_name as site_name,
  coalesce(c.app_primary_color, '') <> '' as set_up,
  array(select domain from domains d where d.tenant_id = t.id order by is_canonical desc, domain) as domains,
  array(
    select email from users u
    where u.tenant_id = t.id and u.role = 'admin' and not u.is_disabled and u.deleted_at is null order by id
  ) as administrators,
  (select count(*) from services s where s.tenant_id = t.id and s.deleted_at is null) as services,
  (select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null) as bookings,
  (
    select count(*) from bookings b where b.tenant_id = t.id and b.deleted_at is null and b.visit_day > current_date
  ) as upcoming_visits,
  (select b.created_at from bookings b where b.tenant_id = t.id order by b.id desc limit 1) as last_booking_at,
  (select count(*) from customers r where r.tenant_id = t.id and r.erased_at is null) as customers,
  (select count(*) from users u where u.tenant_id = t.id and u.deleted_at is null) as users,
  (select count(*) from calendars r where r.tenant_id = t.id and r.deleted_at is null) as calendars,
  (select coalesce(round(sum(bytes) / 1e6, 1), 0)::float8 from uploads f where f.tenant_id = t.id) as upload_megabytes,
  (select max(last_used_at) from sessions s where s.tenant_id = t.id) as last_log_in,
  (
    select count(*) from messages m
    where m.tenant_id = t.id and m.created_at > now() - interval '30 days'
      and m.sent_at is null and m.drop_reason is null and m.refused_at is null
  ) as unsent_emails,
  (
    select count(*) from messages m
    where m.tenant_id = t.id and m.created_at > now() - interval '30 days' and m.refused_at is not null and m.sent_at is null
  ) as refused_emails
from tenants t
left join configurations c on c.tenant_id = t.id
left join system.paused_tenants p on p.tenant_id = t.id and (p.until is null or p.until > now());

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
grant select, insert, update, delete on all tables in schema public to prenoto_app;
-- Only the provider opens, changes and closes businesses; a business increments its revision.
revoke insert, update, delete on tenants, domains from prenoto_app;
grant update (revision) on tenants to prenoto_app;
revoke update, delete on audit_entries, booking_history, privacy_texts from prenoto_app;
revoke update on domain_claims from prenoto_app;
revoke delete on calendar_exceptions from prenoto_app;
grant usage on sequence health_notes_id_seq, health_documents_id_seq to prenoto_app;

grant select, insert, update, delete on system.rate_limits, system.recipients to prenoto_app;
grant select on system.secrets, system.sign_ups, system.released_domains to prenoto_app;
grant select, insert on system.push_keys to prenoto_app;
grant select, delete on system.paused_tenants to prenoto_app;

-- Functions with the owner's rights.
do $$
declare
  target regprocedure;
begin
  for target in select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('revoke execute on function %s from public', target);
    execute format('grant execute on function %s to prenoto_app', target);
  end loop;
end
$$;
revoke execute on function create_tenant(text, text, text, text, text, text, text) from public;
grant execute on function current_tenant() to prenoto_app;
