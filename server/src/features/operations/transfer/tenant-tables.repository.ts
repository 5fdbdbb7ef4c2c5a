import type pg from 'pg'
import type { Schema } from '../../../database/schema.ts'
import { tablesInDeletionOrder } from '../provider/provider.repository.ts'

/** Log-ins and one-time links stay behind, since users log in again, and imported files, copies and
 * deliveries to other programs, which are deleted within days. */
export const LEFT_OUT = [
  'data_copies',
  'device_links',
  'email_links',
  'import_lines',
  'imports',
  'known_devices',
  'log_in_challenges',
  'new_device_log_ins',
  'passkey_challenges',
  'password_links',
  'push_subscriptions',
  'sessions',
  'visitor_link_requests',
  'visitor_tokens',
  'webhook_deliveries',
] as const satisfies (keyof Schema)[]
export type LeftOut = (typeof LEFT_OUT)[number]

/** `columns` without generated ones and without the one with the tenant. */
export type TenantTable = { name: string; tenantColumn: 'id' | 'tenant_id'; columns: string[]; key: string[] }

/** The exported tables, from PostgreSQL's catalogue; each follows the tables that it references. */
export async function listTenantTables(client: pg.ClientBase | pg.Pool): Promise<TenantTable[]> {
  const names = ['tenants', ...(await tablesInDeletionOrder(client)).reverse()]
  const { rows } = await client.query<TenantTable>(
    `select name, tenant_column as "tenantColumn",
            array(select attname::text from pg_attribute
                  where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
                    and attname <> tenant_column order by attnum) as columns,
            array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
                  where indrelid = name::regclass and indisprimary and attname <> tenant_column
                  order by array_position(indkey::int[], attnum::int)) as key
     from (select name, case name when 'tenants' then 'id' else 'tenant_id' end as tenant_column, position
           from unnest($1::text[]) with ordinality as listed (name, position)) as tables
     order by position`,
    [names.filter((name) => !(LEFT_OUT as readonly string[]).includes(name))],
  )
  return rows
}

/** The name of the latest migration. */
export async function findSchemaVersion(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations.kysely_migration order by name desc limit 1',
  )
  return rows[0]!.name
}
