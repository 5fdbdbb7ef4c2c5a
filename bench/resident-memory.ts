import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './fixture.ts'

/** Seconds between two looks at the memory. */
const LOOK = 5

/** From so many minutes on none may be further than that from their median, nor may their later half be larger than the earlier one by as much, bytes. */
const FLAT_FROM = 3
const FLAT = 10e6

/** Over so many seconds a server at rest works less than this part of the time; so many are waited at most. */
const REST = 15
const AT_WORK = 0.02
const PATIENCE = 900

type Memory = { resident: number; heap: number; external: number; worked: number }
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

export const printMemory = (when: string, { resident, heap, external }: Omit<Memory, 'worked'>, perSecond?: number) =>
  printRow([
    when,
    perSecond === undefined ? '' : String(Math.round(perSecond)),
    ...[resident, heap, external].map(megabytes),
  ])

/** What the process tells of itself: bytes, and seconds of processor time since it began. */
export async function memoryOf(port: number): Promise<Memory> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1])
  return {
    resident: figure('process_resident_memory_bytes'),
    heap: figure('nodejs_heap_size_used_bytes'),
    external: figure('nodejs_external_memory_bytes'),
    worked: figure('process_cpu_seconds_total'),
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
async function overAMinute(port: number) {
  const seen: Memory[] = []
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    await sleep(Math.min(LOOK * 1000, Math.max(0, end - performance.now())))
    seen.push(await memoryOf(port))
  }
  const medianOf = (part: keyof Memory) => median(seen.map((memory) => memory[part]))
  return { resident: medianOf('resident'), heap: medianOf('heap'), external: medianOf('external') }
}

/** The memory of a server that was left alone until it had nothing to do any more, e-mails included; how many seconds that took. */
export async function atRest(port: number) {
  const begun = performance.now()
  let before = await memoryOf(port)
  while (true) {
    await sleep(REST * 1000)
    const now = await memoryOf(port)
    const seconds = Math.round((performance.now() - begun) / 1000)
    if (now.worked - before.worked < REST * AT_WORK || seconds > PATIENCE) return { ...now, seconds }
    before = now
  }
}

/** Prints how far the minutes are from their middle once everything has been seen, and how much they grow; whether that is flat. */
export function isFlat(residents: number[]): boolean {
  const settled = residents.slice(FLAT_FROM - 1)
  if (settled.length < 2) return false
  const middle = median(settled)
  const furthest = Math.max(...settled.map((resident) => Math.abs(resident - middle)))
  const half = Math.ceil(settled.length / 2)
  const growth = median(settled.slice(half)) - median(settled.slice(0, half))
  print(
    `\nfrom minute ${FLAT_FROM} on: at most ${megabytes(furthest)} from their median, later half ${megabytes(growth)} above the earlier one, goal ≤ ${megabytes(FLAT)} each`,
  )
  return furthest <= FLAT && growth <= FLAT
}
