import { readdirSync, readFileSync } from 'node:fs'

/** Reads what processes use from /proc, so it works on Linux only. */

/** Processor time of a process and its threads so far, milliseconds; 0 when it has ended. */
export function cpuMilliseconds(pid: number): number {
  const threads = list(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]))
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}

/** Resident memory of a process, bytes; 0 when it has ended. */
export function residentBytes(pid: number): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`)) ?? []
  return Number(kilobytes) * 1024
}

/** A process and its children. */
export const processFamily = (parent: number): number[] =>
  list('/proc')
    .map(Number)
    .filter((pid) => pid === parent || readParent(pid) === parent)

const readParent = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
