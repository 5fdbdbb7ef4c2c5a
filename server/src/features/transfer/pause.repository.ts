import type pg from 'pg'

/** Requests and jobs of the tenant are refused from now on, except transactions that have begun. False if it was paused. */
export async function insertPause(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query(
    'insert into system.paused_tenants (tenant_id) values ($1) on conflict do nothing',
    [tenantId],
  )
  return rowCount === 1
}

/** False if the tenant was not paused. */
export async function deletePause(owner: pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await owner.query('delete from system.paused_tenants where tenant_id = $1', [tenantId])
  return rowCount === 1
}

export async function isPaused(client: pg.ClientBase | pg.Pool, tenantId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from system.paused_tenants where tenant_id = $1', [tenantId])
  return rowCount === 1
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
