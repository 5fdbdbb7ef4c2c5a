import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Reads a path at regular intervals and sends the milliseconds of each read to its parent process. */

export type Reading = { port: number; host: string; path: string; seconds: number }

/** Milliseconds between the beginnings of two reads. */
const INTERVAL = 20

const { port, host, path, seconds }: Reading = JSON.parse(process.argv[2]!)
const agent = new Agent({ keepAlive: true })

function read(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = get({ agent, host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - begun))
    })
    sent.on('error', reject)
  })
}

const reads: Promise<number>[] = []
for (let i = 0; i < (seconds * 1000) / INTERVAL; i++) {
  reads.push(read())
  await sleep(INTERVAL)
}
process.send!(await Promise.all(reads))
agent.destroy()
