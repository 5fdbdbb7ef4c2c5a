import type pg from 'pg'

/**
 * Requests and jobs of the tenant are refused from now on, except transactions that have begun, until the pause is deleted.
 * False if it was paused.
 */
export async function insertPause(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query(
    `insert into system.paused_tenants (tenant_id) values ($1)
     on conflict (tenant_id) do update set until = null where paused_tenants.until is not null`,
    [tenantId],
  )
  return rowCount === 1
}

/** False if the tenant was not paused. */
export async function deletePause(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query('delete from system.paused_tenants where tenant_id = $1', [tenantId])
  return rowCount === 1
}

/** Whether the tenant is paused until the pause is deleted. */
export async function isPaused(client: pg.ClientBase | pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from system.paused_tenants where tenant_id = $1 and until is null', [
    tenantId,
  ])
  return rowCount === 1
}

/** How long a pause outlives the process of its import. */
const LEASE = `interval '30 seconds'`

/**
 * Pauses a tenant, or the id of a new one, for a running import, unless it is paused already. False while another import holds
 * the lease.
 */
export async function leasePause(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rows } = await owner.query<{ is_leased: boolean }>(
    `with leased as (
       insert into system.paused_tenants (tenant_id, until) values ($1, clock_timestamp() + ${LEASE})
       on conflict (tenant_id) do update set until = excluded.until where paused_tenants.until <= clock_timestamp()
       returning tenant_id
     )
     select exists (select from leased)
       or exists (select from system.paused_tenants where tenant_id = $1 and until is null) as is_leased`,
    [tenantId],
  )
  return rows[0]!.is_leased
}

/** An expired lease is not renewed, since requests were answered meanwhile. */
export async function renewLeases(owner: pg.Pool, tenantIds: number[]) {
  await owner.query(
    `update system.paused_tenants set until = clock_timestamp() + ${LEASE}
     where tenant_id = any ($1) and until > clock_timestamp()`,
    [tenantIds],
  )
}

/** False if one has expired, so that requests are answered again. */
export async function holdsLeases(owner: pg.Pool, tenantIds: number[]): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from system.paused_tenants
     where tenant_id = any ($1) and (until is null or until > clock_timestamp())`,
    [tenantIds],
  )
  return rowCount === tenantIds.length
}

/**
 * Ends the leases of an import in its transaction. The replaced tenant stays paused for a day, so that late requests are
 * refused. False if a lease has expired.
 */
export async function endImport(
  client: pg.ClientBase,
  { oldId, newId }: { oldId: number | undefined; newId: number },
): Promise<boolean> {
  const ended = await client.query(
    'delete from system.paused_tenants where tenant_id = $1 and until > clock_timestamp()',
    [newId],
  )
  if (oldId === undefined) return ended.rowCount === 1
  const prolonged = await client.query(
    `update system.paused_tenants set until = now() + interval '1 day'
     where tenant_id = $1 and (until is null or until > clock_timestamp())`,
    [oldId],
  )
  return ended.rowCount === 1 && prolonged.rowCount === 1
}

/** The ids whose leases expired some minutes ago. */
export async function listExpiredLeases(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>(
    `select tenant_id from system.paused_tenants where until < now() - interval '10 minutes'`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

export async function deleteExpiredLease(pool: pg.Pool, tenantId: number) {
  await pool.query('delete from system.paused_tenants where tenant_id = $1 and until < now()', [tenantId])
}

/** Each transaction holds a lock on its virtual id until it ends. Their tenant is not known. */
const OPEN_TRANSACTIONS = `
  select virtualtransaction as id
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'virtualxid' and datname = current_database() and application_name = 'prenoto app'`

/** The open transactions of requests and jobs. */
export async function listOpenTransactions(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(OPEN_TRANSACTIONS)
  return rows.map(({ id }) => id)
}

/** Whether an e-mail or text message of the tenant is being sent. */
export async function hasLeasedMessages(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from messages
     where tenant_id = $1 and sent_at is null and drop_reason is null and leased_until > now()
     union all select from text_messages where tenant_id = $1 and state = 'sending' and leased_until > now() limit 1`,
    [tenantId],
  )
  return rowCount === 1
}
