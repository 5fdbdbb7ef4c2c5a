import pg from 'pg'
import { INVALIDATION_CHANNEL } from '../../../cache/caches.ts'
import { deleteTenantRows, tablesInDeletionOrder } from '../provider/provider.repository.ts'
import type { TenantTable } from './tenant-tables.repository.ts'

/** Never reuses a tenant id: caches, files and late requests may still refer to it. */
export async function newTenantId(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('tenants', 'id'))::bigint as id`,
  )
  return rows[0]!.id
}

export async function tenantExists(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query('select from tenants where id = $1', [tenantId])
  return rowCount === 1
}

/** Call first in the transaction of an import, which reads a file in between. */
export async function beginImport(client: pg.ClientBase) {
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query('set constraints all deferred')
}

/** Inserts rows, a JSON array, with the ids that they have. */
export async function insertRows(
  client: pg.ClientBase,
  { name, tenantColumn, columns }: TenantTable,
  { tenantId, rows }: { tenantId: number; rows: string },
) {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const table = pg.escapeIdentifier(name)
  await client.query(
    `insert into ${table} (${tenantColumn}, ${list}) overriding system value
     select $1, ${list} from json_populate_recordset(null::${table}, $2::json)`,
    [tenantId, rows],
  )
}

/** Without statistics PostgreSQL may search the new rows for each reference without the right index. */
export async function analyze(client: pg.ClientBase, { name }: TenantTable) {
  await client.query(`analyze ${pg.escapeIdentifier(name)}`)
}

/** How far a raised sequence is set above the ids, for rows that are inserted at the same time. */
const MARGIN = 1_000

/** Raises the sequences of ids above those of a tenant. */
export async function raiseSequences(client: pg.ClientBase, tenantId: number) {
  const { rows: identities } = await client.query<{ table: string; column: string; sequence: string }>(
    `select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attidentity <> '' and relname <> 'tenants'`,
  )
  for (const { table, column, sequence } of identities)
    await client.query(
      `select setval($1::regclass, latest + ${MARGIN})
       from (select max(${pg.escapeIdentifier(column)}) as latest from ${pg.escapeIdentifier(table)} where tenant_id = $2) as ids
       where latest > coalesce(pg_sequence_last_value($1::regclass), 0)`,
      [sequence, tenantId],
    )
}

/** Ends the leases of waiting messages. With a reason they are dropped. */
export async function settleMessages(client: pg.ClientBase, tenantId: number, dropReason: string | null) {
  await client.query(
    `update messages set leased_until = null, drop_reason = $2
     where tenant_id = $1 and sent_at is null and drop_reason is null`,
    [tenantId, dropReason],
  )
  if (dropReason !== null)
    await client.query(
      `update text_messages set state = 'dropped', reason = $2, leased_until = null
       where tenant_id = $1 and state in ('waiting', 'sending')`,
      [tenantId, dropReason],
    )
}

/**
 * Gives the new tenant the domains, the audit trail, the suspension, the trust and the planned days of the old one, and deletes
 * the old one. Servers look the domains up again.
 */
export async function replaceTenant(client: pg.ClientBase, { oldId, newId }: { oldId: number; newId: number }) {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'audit_entries'::regclass and attnum > 0 and not attisdropped and attname <> 'tenant_id'`,
  )
  const { columns } = rows[0]!
  await client.query(
    `insert into audit_entries (tenant_id, ${columns}) overriding system value
     select $2, ${columns} from audit_entries where tenant_id = $1 on conflict do nothing`,
    [oldId, newId],
  )
  await client.query(
    `update tenants
     set suspended_at = old.suspended_at, is_trusted = old.is_trusted, revision = greatest(tenants.revision, old.revision) + 1,
         reminders_planned_on = greatest(tenants.reminders_planned_on, old.reminders_planned_on),
         retention_planned_on = greatest(tenants.retention_planned_on, old.retention_planned_on)
     from tenants as old where tenants.id = $2 and old.id = $1`,
    [oldId, newId],
  )
  await client.query('update domains set tenant_id = $2 where tenant_id = $1', [oldId, newId])
  await deleteTenantRows(client, oldId, await tablesInDeletionOrder(client))
  await client.query('select pg_notify($1, $2)', [INVALIDATION_CHANNEL, String(oldId)])
}
