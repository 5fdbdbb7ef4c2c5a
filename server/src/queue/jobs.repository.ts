import type { ClientBase } from 'pg'
import type { Pool } from '../database/connection.ts'
import { deadLetterName, QUEUE_NAMES } from '../database/queues.ts'

const DEAD_LETTERS = QUEUE_NAMES.map(deadLetterName)

/** `oldest`: the age in seconds of the oldest job: since it was due (created), added (retry, failed) or started (active). */
export type JobCount = { queue: string; state: string; jobs: number; oldest: number }

/** Counts unfinished jobs by queue and state. Jobs in a dead-letter queue count as failed. */
export async function countJobs(pool: Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `select queue, state, count(*)::int as jobs,
            greatest(0, extract(epoch from now() - min(
              case state when 'created' then start_after when 'active' then started_on else created_on end
            )))::float8 as oldest
     from (
       select coalesce(source_name, name) as queue,
              case when name = any ($1) then 'failed' else state::text end as state, start_after, started_on, created_on
       from pgboss.job
       where state in ('created', 'retry', 'active')
     ) job
     group by 1, 2`,
    [DEAD_LETTERS],
  )
  return rows
}

export type MessageCount = { kind: string; outcome: string; messages: number }

/** Counts the messages of the last 24 hours of all tenants. */
export async function countMessages(pool: Pool): Promise<MessageCount[]> {
  const { rows } = await pool.query<MessageCount>('select kind, outcome, messages from count_messages()')
  return rows
}

/** Lets the e-mails of a business that wait for later be sent now. Run as the owner of the tables. */
export async function releaseDelayedEmails(owner: Pool, tenantId: number) {
  await owner.query(
    `update pgboss.job set start_after = now()
     where name = 'send-email' and state = 'created' and start_after > now() and data ->> 'tenant_id' = $1::text`,
    [tenantId],
  )
}

export type ListedJob = {
  id: string
  queue: string
  state: string
  tenant: number
  /** Null if it has been deleted. */
  business: string | null
  domain: string | null
  /** The booking that the job or its message is about; the first of several. */
  booking: number | null
  message: number | null
  /** The kind of the message, or the event of a job `notify`. */
  kind: string | null
  attempts: number
  /** Time of the next attempt; meaningless for a failed job. */
  due: Temporal.Instant
  reason: string | null
}

/**
 * Lists unfinished jobs of all tenants, failed ones first. Needs the role of the owner. `bookingKinds`: of the messages
 * whose record is a booking.
 */
export async function listJobs(owner: Pool, limit: number, bookingKinds: string[] = []): Promise<ListedJob[]> {
  const { rows } = await owner.query<ListedJob>(
    `select j.id, coalesce(j.source_name, j.name) as queue,
            case when j.name = any ($1) then 'failed' else j.state::text end as state,
            (j.data ->> 'tenant_id')::bigint as tenant, t.name as business, d.domain,
            coalesce((j.data -> 'data' ->> 'booking_id')::bigint, (j.data -> 'data' -> 'booking_ids' ->> 0)::bigint,
                     b.id) as booking,
            (j.data -> 'data' ->> 'message_id')::bigint as message,
            coalesce(m.kind, j.data -> 'data' ->> 'event') as kind,
            case when j.name = any ($1) then j.source_retry_count + 1
                 when j.state in ('active', 'retry') then j.retry_count + 1 else 0 end as attempts,
            j.start_after as due,
            coalesce(j.source_output, j.output) ->> 'reason' as reason
     from pgboss.job j
     left join tenants t on t.id = (j.data ->> 'tenant_id')::bigint
     left join domains d on d.tenant_id = t.id and d.is_canonical
     left join messages m on m.tenant_id = t.id and m.id = (j.data -> 'data' ->> 'message_id')::bigint
     left join bookings b on b.tenant_id = t.id and b.id = m.record_id and m.kind = any ($3)
     where j.state in ('created', 'retry', 'active')
     order by j.name = any ($1) desc, j.state = 'retry' desc, j.created_on
     limit $2`,
    [DEAD_LETTERS, limit, bookingKinds],
  )
  return rows
}

/** The dead-letter queues that contain the job or, without an id, any job. */
export async function findDeadLetterQueues(owner: Pool, id?: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct name from pgboss.job where name = any ($1) and state = 'created' and ($2::uuid is null or id = $2)`,
    [DEAD_LETTERS, id ?? null],
  )
  return rows.map(({ name }) => name)
}

/** Makes jobs that wait for a retry due now: one, or all. Returns their number. */
export async function runDelayedJobs(owner: Pool, id?: string): Promise<number> {
  const { rowCount } = await owner.query(
    `update pgboss.job set start_after = least(start_after, now())
     where state = 'retry' and ($1::uuid is null or id = $1)`,
    [id ?? null],
  )
  return rowCount ?? 0
}

/** The unfinished jobs of a tenant as JSON, failed ones included, without their history. */
export async function listJobsOfTenant(client: ClientBase, tenantId: number): Promise<string[]> {
  const { rows } = await client.query<{ job: string }>(
    `select json_build_object('queue', name, 'priority', priority, 'data', data -> 'data',
                              'start_after', case state when 'created' then start_after end)::text as job
     from pgboss.job
     where state in ('created', 'retry', 'active') and data ->> 'tenant_id' = $1
     order by created_on, id`,
    [String(tenantId)],
  )
  return rows.map(({ job }) => job)
}
