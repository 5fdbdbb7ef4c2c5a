import { systemClock } from '../lib/clock.ts'
import { openLog } from '../lib/log.ts'
import { openJobQueue } from '../queue/queue.ts'
import type { Context } from '../tenants/context.ts'
import type { Business } from './with-tenant.ts'

/** Runs a change in one transaction that can add jobs, such as e-mails; a server or worker runs them. */
export async function withJobs({ db, tenant, urls, settings }: Business, change: (ctx: Context) => Promise<unknown>) {
  const jobs = await openJobQueue(urls, openLog(settings.logLevel))
  try {
    await db.inTransaction((db) => change({ db, tenant, now: systemClock(), jobs }))
  } finally {
    await jobs.stop()
  }
}
