import { readFileSync } from 'node:fs'
import { processCpu } from '../fixture.ts'

/** What a call costs, milliseconds: by the clock, and processor time of server and database together. */
export type Cost = { taken: number; worked: number }

/** Notes what calls cost, by their names. */
export type Costs = {
  of: Map<string, Cost[]>
  measure<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** `server` and `postmaster` are processes; what the latter's children do that end meanwhile is not counted. */
export function noteCosts(server: number, postmaster: number): Costs {
  const of = new Map<string, Cost[]>()
  const cpu = () => [server, ...childrenOf(postmaster)].reduce((sum, pid) => sum + processCpu(pid), 0) / 1000

  return {
    of,
    async measure(name, work) {
      const [cpuBefore, before] = [cpu(), performance.now()]
      const result = await work()
      const taken = performance.now() - before
      of.set(name, [...(of.get(name) ?? []), { taken, worked: Math.max(cpu() - cpuBefore, 0) }])
      return result
    },
  }
}

/** Of work of which nobody wants to know what it costs. */
export const unnoted: Pick<Costs, 'measure'> = { measure: (_, work) => work() }

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
