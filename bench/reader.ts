import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Reads a path at regular intervals until its parent process says stop, and sends it the milliseconds of each read. */

export type Reading = { port: number; host: string; path: string }

/** Milliseconds between the beginnings of two reads. */
const INTERVAL = 20

/** Milliseconds that a refused or failed read counts as. */
const FAILURE = 20_000

const { port, host, path }: Reading = JSON.parse(process.argv[2]!)
const agent = new Agent({ keepAlive: true })

function read(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const sent = get({ agent, host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - begun : FAILURE))
    })
    sent.on('error', () => resolve(FAILURE))
  })
}

let isStopped = false
process.once('message', () => {
  isStopped = true
})
await read()
process.send!('ready')
const reads: Promise<number>[] = []
while (!isStopped) {
  reads.push(read())
  await sleep(INTERVAL)
}
process.send!(await Promise.all(reads))
agent.destroy()
process.disconnect!()
