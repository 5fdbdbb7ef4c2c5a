import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { TestServer } from './test-server.ts'

/** As if the time had passed in which what was deleted can be taken back: places are free, and what waited for it is done. */
export async function endUndoTime({ owner, jobs, clock }: TestServer) {
  await owner.query(`
    select set_config('app.provider', 'on', true);
    update slot_holds set held_until = now() - interval '1 millisecond';
    update pgboss.job set start_after = now() where state = 'created' and start_after > now()`)
  for (const worker of jobs.workers.values()) jobs.boss.notifyWorker(worker)
  // What is kept of answers knows until when it holds.
  clock.now = clock.now.add({ seconds: UNDO_SECONDS + 1 })
}
