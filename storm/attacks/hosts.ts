import { setTimeout as sleep } from 'node:timers/promises'
import { inColumns } from '../report.ts'
import { compare, GOAL, openTarget } from './target.ts'

/** What comes, one after the other. */
const FLOODS = [
  { requests: 40_000, length: 30, areDistinct: false },
  { requests: 100_000, length: 30, areDistinct: true },
  { requests: 20_000, length: 250, areDistinct: true },
  { requests: 20_000, length: 15_000, areDistinct: true },
]

const CALM_SECONDS = 8

/** By how much the server may have grown when all is over, bytes. */
const GROWTH = 60e6

/** How long after a flood memory is looked at, milliseconds. */
const PAUSE = 3_000

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** Floods a server with hosts that no business has. Resolves to whether it stayed as it was. */
export async function attackWithHosts(): Promise<boolean> {
  const target = await openTarget()
  try {
    const { port, send, readsDuring, resident, isAlive } = target
    await readsDuring(send({ what: 'hosts', port, requests: 2_000, length: 30, areDistinct: true }))
    const calm = await readsDuring(sleep(CALM_SECONDS * 1000))
    const before = await resident()

    const rows: (string | number)[][] = []
    let isWell = true
    for (const { requests, length, areDistinct } of FLOODS) {
      const flood = send({ what: 'hosts', port, requests, length, areDistinct })
      const beside = await readsDuring(flood)
      const { answers } = await flood
      await sleep(PAUSE)
      const after = await resident()
      const lives = await isAlive()
      const compared = compare(calm, beside)
      isWell &&= lives && after - before <= GROWTH && compared.every(({ ratio }) => ratio <= GOAL)
      rows.push([
        `${requests.toLocaleString('en')} ${areDistinct ? 'hosts' : 'times one host'} of ${length} characters`,
        Object.entries(answers)
          .map(([answer, times]) => `${times} × ${answer}`)
          .join(', '),
        lives ? `${megabytes(before)} → ${megabytes(after)} MB` : 'dead',
        ...compared.map(
          ({ calm, beside, ratio }) => `${calm.toFixed(1)} → ${beside.toFixed(1)} ms, ${ratio.toFixed(1)} ×`,
        ),
      ])
    }
    const heads = ['flood', 'answers', `memory, at most ${megabytes(GROWTH)} MB more`]
    const reads = Object.keys(calm).map((name) => `read of ${name}, at most ${GOAL} ×`)
    process.stdout.write(`${inColumns({ heads: [...heads, ...reads], rows })}\n`)
    return isWell
  } finally {
    await target.close()
  }
}
