import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './fixture.ts'

/** Seconds between two looks at the memory. */
const LOOK = 5

/** From so many minutes on no minute may be further from that one, bytes. */
const FLAT_FROM = 3
const FLAT = 10e6

type Memory = { resident: number; heap: number; external: number }
type Row = [when: string, requests: string, resident: string, heap: string, external: string]

const HEADS: Row = ['minute', 'requests/s', 'resident', 'V8 heap', 'external']
const WIDTHS = [24, 10, 8, 8, 8]

export const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
export const print = (line: string) => process.stdout.write(`${line}\n`)
const printRow = (row: string[]) => print(`| ${row.map((cell, i) => cell.padEnd(WIDTHS[i]!)).join(' | ')} |`)

export function printHeads() {
  printRow(HEADS)
  printRow(WIDTHS.map((width) => '-'.repeat(width)))
}

export const printMemory = (when: string, { resident, heap, external }: Memory, perSecond?: number) =>
  printRow([
    when,
    perSecond === undefined ? '' : String(Math.round(perSecond)),
    ...[resident, heap, external].map(megabytes),
  ])

/** What the process tells of itself. */
export async function memoryOf(port: number): Promise<Memory> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1])
  return {
    resident: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
  }
}

type Load = { requests(): number; failed: Promise<never> }

/** Prints the memory of a server minute by minute while a load is on. Resolves to what was resident in each. */
export async function watchMemory(port: number, minutes: number, { requests, failed }: Load): Promise<number[]> {
  const residents: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const before = requests()
    const memory = await Promise.race([overAMinute(port), failed])
    residents.push(memory.resident)
    printMemory(String(minute), memory, (requests() - before) / 60)
  }
  return residents
}

/** Medians of a minute: between two looks a collection may come, or a log-in that takes 19 MiB for a moment. */
async function overAMinute(port: number): Promise<Memory> {
  const seen: Memory[] = []
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    await sleep(Math.min(LOOK * 1000, Math.max(0, end - performance.now())))
    seen.push(await memoryOf(port))
  }
  const medianOf = (part: keyof Memory) => median(seen.map((memory) => memory[part]))
  return { resident: medianOf('resident'), heap: medianOf('heap'), external: medianOf('external') }
}

/** Prints how far the minutes are from each other once everything has been seen; whether that is flat. */
export function isFlat(residents: number[]): boolean {
  const settled = residents.slice(FLAT_FROM - 1)
  const furthest = Math.max(...settled.map((resident) => Math.abs(resident - settled[0]!)))
  print(`\nflat from minute ${FLAT_FROM} on: at most ${megabytes(furthest)} from it, goal ≤ ${megabytes(FLAT)}`)
  return settled.length > 0 && furthest <= FLAT
}
