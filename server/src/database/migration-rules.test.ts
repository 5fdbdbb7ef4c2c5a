import { expect, test } from 'vitest'
import { stepsOf } from './apply-migration.ts'
import { migrationNames, readMigration } from './migration-files.ts'

/** Tables of a few rows a business: what takes a while there takes no time. Every other one is taken to be large. */
const SMALL = [
  'tenants',
  'domains',
  'configurations',
  'users',
  'services',
  'calendars',
  'days_off',
  'openings',
  'service_calendars',
  'uploads',
  'calendar_feeds',
  'held_places',
]

/** The migrations before this one are out. */
const FIRST = '0014'

type Rule = { found: RegExp; unless?: RegExp; reason: string }

/** What holds up the requests of everybody for as long as a large table is long. */
const rules: Rule[] = [
  {
    found: /^create\s+(?:unique\s+)?index\b.*?\son\s+(?:only\s+)?(?<table>[\w.]+)/is,
    unless: /\bconcurrently\b/i,
    reason: 'builds an index in everybody’s way: create it concurrently, step by step',
  },
  {
    found: /^alter\s+table\s+(?<table>[\w.]+).*?\b(?:primary\s+key|unique)\b/is,
    unless: /\busing\s+index\b/i,
    reason: 'builds a key in everybody’s way: create its index concurrently, then add it using that index',
  },
  {
    found: /^alter\s+table\s+(?<table>[\w.]+).*?\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b/is,
    unless: /\bnot\s+valid\b/i,
    reason: 'reads every row in everybody’s way: add it not valid, validate it in a step of its own',
  },
  {
    found: /^alter\s+table\s+(?<table>[\w.]+).*?\b(?:set\s+not\s+null|type\s+\w|generated\s+always|(?:big)?serial\b)/is,
    reason: 'reads or writes every row in everybody’s way: a new column, filled in batches',
  },
  {
    found:
      /^alter\s+table\s+(?<table>[\w.]+).*?\badd\s+(?:column\s+)?.*?\bdefault\s+(?:\w+\.)?(?:gen_random_\w+|random|nextval|clock_timestamp|uuidv\d)/is,
    reason: 'writes every row in everybody’s way: add it empty, fill it in batches',
  },
  {
    found: /^(?:update|delete\s+from)\s+(?:only\s+)?(?<table>[\w.]+)/is,
    unless: /\blimit\s+\d+/i,
    reason: 'holds every row until it is done: step by step, with a limit',
  },
  {
    found: /^(?:cluster|vacuum\s+full|reindex(?!.*\bconcurrently\b))\b.*?(?<table>[\w.]+)\s*$/is,
    reason: 'writes the table anew in everybody’s way',
  },
]

const commentsAndBodies = /--.*$|\$(\w*)\$.*?\$\1\$/gms

/** What of a migration would hold up everybody's requests, one sentence each. */
function obstacles(sql: string): string[] {
  const bare = sql.replaceAll(commentsAndBodies, '')
  const created = [...bare.matchAll(/^create\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/gim)].map((match) => match[1]!)
  const isBatched = stepsOf(sql) !== undefined
  return bare.split(';').flatMap((text) => {
    const statement = text.trim()
    return rules.flatMap(({ found, unless, reason }) => {
      const table = found.exec(statement)?.groups?.table
      if (!table || SMALL.includes(table) || created.includes(table)) return []
      const isExcused = unless?.test(statement) && (isBatched || !/^(update|delete)/i.test(statement))
      return isExcused ? [] : [`${table}: ${reason}`]
    })
  })
}

test('no migration holds up the requests of everybody while it goes through a large table', async () => {
  const found: string[] = []
  for (const name of await migrationNames()) {
    if (name < FIRST) continue
    const { sql } = await readMigration(name)
    found.push(...obstacles(sql).map((obstacle) => `${name}: ${obstacle}`))
  }

  expect(found).toEqual([])
})

test.for([
  'create index x on bookings (tenant_id)',
  'create unique index x on public_things (tenant_id)',
  'alter table calendar_days drop constraint calendar_days_pkey, add primary key (tenant_id, calendar_id, day)',
  'alter table bookings add constraint late check (duration > 0)',
  'alter table bookings add constraint x foreign key (tenant_id, a) references services (tenant_id, id)',
  'alter table bookings alter column note set not null',
  'alter table bookings alter column note type varchar(20)',
  'alter table bookings add column token uuid not null default gen_random_uuid()',
  'alter table bookings add column ends timestamptz generated always as (starts_at) stored',
  "update bookings set note = ''",
  "update bookings set note = '' where id in (select id from bookings limit 1000)",
  'delete from messages where created_at < now()',
  'vacuum full bookings',
])('%s would', (statement) => {
  expect(obstacles(`${statement};`)).toHaveLength(1)
})

test.for([
  'alter table bookings add column version integer not null default 1',
  'alter table bookings add constraint late check (duration > 0) not valid',
  'alter table bookings validate constraint late',
  'alter table configurations add constraint x check (app_name is not null)',
  'update configurations set app_name = null',
  'create table things (id bigint primary key);\ncreate index x on things (id)',
  '-- Step by step.\n\ncreate index concurrently x on bookings (tenant_id)',
  "-- Step by step.\n\nupdate bookings set note = '' where id in (select id from bookings where note is null limit 1000)",
  'create function f() returns void language plpgsql as $$ begin\ndelete from messages;\nend $$',
])('%s would not', (statement) => {
  expect(obstacles(`${statement};`)).toEqual([])
})
