import { setTimeout as sleep } from 'node:timers/promises'
import { slotsOf } from '../../bench/fixture.ts'
import { inColumns, percentile } from '../report.ts'
import { compare, GOAL, openTarget, type Reads } from './target.ts'

const VISITORS = 300
const SECONDS = 20
const CALM_SECONDS = 10
const WARM_SECONDS = 4

/** How far ahead the crowd books, days, and how long a visit is, minutes. */
const DAYS = 80
const DURATION = 15

/** Many visitors of one business book at once, again and again. Resolves to whether another business hardly noticed. */
export async function attackWithRush(): Promise<boolean> {
  const target = await openTarget()
  try {
    const { attacked, port, send, readsDuring } = target
    const path = `/api/client/bookings/create/${attacked.serviceId}`
    const order = {
      what: 'book',
      port,
      domain: attacked.domain,
      path,
      slots: slotsOf(attacked, DAYS, DURATION),
    } as const
    await readsDuring(send({ ...order, visitors: 10, seconds: WARM_SECONDS }))
    const calm = await readsDuring(sleep(CALM_SECONDS * 1000))
    const rush = send({ ...order, visitors: VISITORS, seconds: SECONDS })
    const beside = await readsDuring(rush)
    const { answers, waits } = await rush

    const compared = compare(calm, beside)
    const tail = (reads: Record<string, Reads>, name: string) => percentile(reads[name]!.waits, 0.99).toFixed(1)
    const rows = compared.map(({ name, calm: before, beside: after, ratio }) => [
      name,
      `${before.toFixed(1)} / ${tail(calm, name)}`,
      `${after.toFixed(1)} / ${tail(beside, name)}`,
      `${ratio.toFixed(1)} ×`,
      `≤ ${GOAL} ×`,
      beside[name]!.failed,
    ])
    const crowd = Object.entries(answers).map(([answer, times]) => `${times} × ${answer}`)
    process.stdout.write(
      `${VISITORS} visitors of one business for ${SECONDS} s: ${crowd.join(', ')}; ` +
        `p50 ${percentile(waits, 0.5).toFixed(0)} ms, p99 ${percentile(waits, 0.99).toFixed(0)} ms.\n\n` +
        `${inColumns({ heads: ['another business reads', 'calm p50 / p99 ms', 'beside', 'ratio', 'goal', 'failed'], rows })}\n`,
    )
    return compared.every(({ name, ratio }) => ratio <= GOAL && beside[name]!.failed === 0)
  } finally {
    await target.close()
  }
}
