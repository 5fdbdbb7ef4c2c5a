import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { QueueName } from '../../server/src/database/queues.ts'
import type { TestServer } from './test-server.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Prolongs the undo time limit to an hour, for a test that does more than a slow machine does in ten seconds. */
export const prolongUndoTime = ({ owner }: Pick<TestServer, 'owner'>) =>
  owner.query(`
    select set_config('app.provider', 'on', true);
    update slot_holds set held_until = now() + interval '1 hour' where is_previous;
    update pgboss.job set start_after = now() + interval '1 hour' where state = 'created' and start_after > now()`)

/** Ends the undo time limit: releases the held slots and runs the jobs that waited for it. */
export async function endUndoTime({ owner, jobs, clock }: TestServer) {
  await owner.query(`
    select set_config('app.provider', 'on', true);
    update slot_holds set held_until = now() - interval '1 millisecond'`)
  const { rows } = await owner.query<{ name: QueueName }>(
    `update pgboss.job set start_after = now() where state = 'created' and start_after > now() returning name`,
  )
  wakeWorkers({ jobs }, new Set(rows.map(({ name }) => name)))
  // Cached responses expire by the clock.
  clock.now = clock.now.add({ seconds: UNDO_SECONDS + 1 })
}
