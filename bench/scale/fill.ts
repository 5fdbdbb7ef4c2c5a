import type pg from 'pg'
import type { Size } from './sizes.ts'

/** Days to come on which visits are booked, and the one among them that is full. */
const DAYS_AHEAD = 60
export const FULL_DAY = 7

/** Visits of a calendar on a day that is over; it is open for 24 half hours and takes two at once. */
const VISITS_A_DAY = 20

/** For so many days nobody has read what they were notified of. */
const UNREAD_DAYS = 20

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const NAMES =
  'Giulia Marco Anna Luca Sofia Matteo Chiara Andrea Francesca Davide Elena Paolo Sara Giorgio Martina Stefano Laura Alessandro Valentina Roberto Nicolò Maria'
const SURNAMES =
  'Rossi Ferrari Russo Bianchi Romano Gallo Costa Fontana Conti Esposito Ricci Bruno Greco Marino Giordano Lombardi Moretti Barbieri Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Serra Coppola Verdi Marchetti Parisi Villa Conte Ferraro Fabbri Bianco'

/**
 * Fills a migrated database with businesses that have been at work for years, as their triggers would have: those, and checks
 * of references, are off meanwhile. Visits are booked as they come, so rows of all businesses lie among each other.
 */
export async function fill(superuser: pg.Client, size: Size, passwordHash: string) {
  const indexes = await dropIndexes(superuser)
  for (const statement of statementsOf(size, passwordHash)) await superuser.query(statement)
  for (const index of indexes) await superuser.query(index)
  await superuser.query(AFTER_THE_LAST)
}

/** Drops what is quicker to build at the end, and returns how. */
async function dropIndexes(superuser: pg.Client): Promise<string[]> {
  const { rows } = await superuser.query<{ drop: string; build: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as build
    from pg_constraint
    where contype = 'u' and conrelid = any('{bookings,customers,notifications,messages}'::regclass[])
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid = any('{bookings,customers,notifications,messages}'::regclass[]) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { drop } of rows) await superuser.query(drop)
  return rows.map(({ build }) => build)
}

function statementsOf({ businesses, calendars, bookings }: Size, passwordHash: string): string[] {
  const each = Math.floor(bookings / calendars)
  const customers = Math.floor(bookings / 5)
  const services = Math.max(10, calendars)
  return [
    `set session_replication_role = replica`,
    `set synchronous_commit = off`,
    `set maintenance_work_mem = '512MB'`,
    `set work_mem = '256MB'`,

    `insert into tenants (id, name, time_zone) overriding system value
     select t, 'Salone ' || t, 'Europe/Rome' from generate_series(1, ${businesses}) t`,
    `insert into domains (tenant_id, domain, is_canonical) select id, 'salone' || id || '.example', true from tenants`,
    `insert into configurations (tenant_id, app_name, app_primary_color, welcome_text, contact_text, phone, email,
       app_booking_max_months, app_simultaneous_bookings_enabled)
     select id, name, '#0f766e', 'Benvenuti', 'Scrivici', '0551234567', 'salone@posta.example', 3, true from tenants`,
    `insert into users (tenant_id, id, name, surname, email, role, password_hash, is_email_confirmed) overriding system value
     select t.id, (t.id - 1) * 3 + n, 'Ada', 'Neri', role || '@salone.example', role, '${passwordHash}', true
     from tenants t, unnest('{admin,editor,operator}'::text[]) with ordinality as roles (role, n)`,
    `insert into calendars (tenant_id, id, name, description, "from", simultaneous_bookings_number,
       ${WEEK.map((day) => `${day}_morning_from, ${day}_morning_to`).join(', ')}) overriding system value
     select t.id, (t.id - 1) * ${calendars} + c, 'Sala ' || c, 'Al primo piano', '2010-01-01', 2,
       ${WEEK.map(() => `'08:00', '20:00'`).join(', ')}
     from tenants t, generate_series(1, ${calendars}) c`,
    `insert into services (tenant_id, id, name, duration, amount, description, calendar_id) overriding system value
     select t.id, (t.id - 1) * ${services} + s, 'Trattamento ' || s, 30, 20 + s, 'Con cura e con calma',
       (t.id - 1) * ${calendars} + (s - 1) % ${calendars} + 1
     from tenants t, generate_series(1, ${services}) s`,

    `create temp table people as
     select i as id, ${part(NAMES, 'i')} as name, ${part(SURNAMES, 'i / 7')} || ${syllable('i / 280')} as surname,
       'cliente' || i || '@posta.example' as email, (3200000000 + i * 7919)::text as telephone
     from generate_series(1, ${customers}) i`,
    `create temp table visits as
     select row_number() over (order by day, slot) - 1 as n, current_date + day as visit_day,
       time '08:00' + (slot * 7 % 24) * interval '30 minutes' as visit_hour, day
     from (
       select -d as day, slot from generate_series(1, ${Math.ceil(each / VISITS_A_DAY)}) d, generate_series(0, ${VISITS_A_DAY - 1}) slot
       union all
       select d, slot from generate_series(0, ${DAYS_AHEAD - 1}) d,
         generate_series(0, case d when ${FULL_DAY} then 47 else greatest(2, ${VISITS_A_DAY} - d / 3) - 1 end) slot
       order by day desc limit ${each}
     ) days`,
    `create unique index on people (id)`,
    `analyze people, visits`,

    `insert into customers (tenant_id, id, identity, name, surname, email, telephone, created_at) overriding system value
     select t.id, (t.id - 1) * ${customers} + p.id, lower(p.email || ' ' || p.name || ' ' || p.surname), p.name, p.surname, p.email,
       p.telephone, now() - interval '2 years'
     from people p, tenants t order by p.id, t.id`,

    `insert into bookings (tenant_id, id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, privacy_version, consented_at,
       created_at, scheduled_at, deleted_at, outcome) overriding system value
     select t.id, number, md5(number::text), (t.id - 1) * ${customers} + p.id, (t.id - 1) * ${calendars} + c,
       (t.id - 1) * ${services} + s, 'Trattamento ' || s, 30, 20 + s, p.name, p.surname, p.email, p.telephone, visit_day, visit_hour,
       starts_at, starts_at + interval '30 minutes', '2026-11-22', made_at, made_at, made_at,
       case when v.day < 0 and n % 20 = 7 then starts_at - interval '1 hour' end,
       case when v.day < 0 and n % 30 = 11 then 'missed' when v.day < 0 then 'done' end
     from visits v
     cross join generate_series(1, ${calendars}) c
     cross join tenants t
     cross join lateral (
       select n * ${calendars * businesses} + (t.id - 1) * ${calendars} + c as number,
         (visit_day + visit_hour) at time zone 'Europe/Rome' as starts_at,
         (n + c * 3) % ${services / calendars} * ${calendars} + c as s,
         (n * ${calendars} + c) * 7919 % ${customers} + 1 as person
     ) which
     cross join lateral (select least(now(), starts_at - interval '1 day' * (1 + n % 20)) as made_at) made
     join people p on p.id = person
     order by n, c, t.id`,
    `insert into calendar_days (tenant_id, calendar_id, day)
     select t.id, (t.id - 1) * ${calendars} + c, visit_day
     from (select distinct visit_day from visits) v, tenants t, generate_series(1, ${calendars}) c order by 3, 1, 2`,
    `insert into booking_history (tenant_id, booking_id, at, kind)
     select tenant_id, id, deleted_at, 'cancelled' from bookings where deleted_at is not null`,
    `insert into notifications (tenant_id, user_id, title, message, read, cause, created_at)
     select tenant_id, (tenant_id - 1) * 3 + 1, 'Nuova prenotazione', '{cliente} ha prenotato ' || service_name || '.',
       created_at < now() - interval '${UNREAD_DAYS} days', 'booking-created:' || id, created_at
     from bookings order by id`,
    `insert into messages (tenant_id, cause, kind, record_id, created_at, sent_at)
     select tenant_id, 'confirmation:' || id, 'confirmation', id, created_at, created_at from bookings order by id`,

    `insert into days_off (tenant_id, calendar_id, day_from, hour_from, day_to, hour_to, reason)
     select tenant_id, id, day::date, '13:00', day::date, '14:00', 'Pausa'
     from calendars, generate_series(current_date - ${Math.floor(each / VISITS_A_DAY)}, current_date + ${DAYS_AHEAD}, interval '30 days') day`,
    `insert into openings (tenant_id, calendar_id, day, hour_from, hour_to, reason)
     select tenant_id, id, current_date + 10, '20:00', '21:00', 'Apertura serale' from calendars`,
    `insert into contact_requests (tenant_id, name, email, phone, message, privacy_version, consented_at)
     select t.id, p.name || ' ' || p.surname, p.email, p.telephone, 'Buongiorno', '2026-11-22', now()
     from people p, tenants t where p.id % 20 = 0`,
  ]
}

/** One of these words for each number, in turn. */
const part = (words: string, number: string) =>
  `('{${words.replaceAll(' ', ',')}}'::text[])[(${number}) % ${words.split(' ').length} + 1]`

/** What makes of forty surnames a thousand: '' for the first ones. */
const syllable = (number: string) => part('"" etti ini oni ucci acci elli', number)

/** Whoever is inserted next has a number of their own, and the planner knows what there is. */
const AFTER_THE_LAST = `
  do $$
  declare
    column_of record;
  begin
    for column_of in
      select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %I',
        column_of.table_name, column_of.column_name, column_of.column_name, column_of.table_name);
    end loop;
  end
  $$`
