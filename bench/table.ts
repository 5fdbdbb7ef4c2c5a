import { availableParallelism } from 'node:os'
import { benchEngine } from './engine.bench.ts'
import { benchBookings, benchManyBusinesses, benchReads } from './http.bench.ts'
import { benchJobs, type Cost } from './jobs.bench.ts'
import { printTable } from './rows.ts'

type Row = [figure: string, measured: string, ratio: string, goal: string]

const count = (value: number) => Math.round(value).toLocaleString('en')
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const total = ({ process, database }: Cost) => process + database
const inParts = ({ process, database }: Cost) => `${process.toFixed(1)} + ${database.toFixed(1)} ms`
const percent = (share: number) => `${Math.round(share * 100)} %`

/** Prints the performance table: every figure beside its goal, as ratios within this run. */
export async function printFigures() {
  const rows: Row[] = []

  for (const { days, bookings, calendars, engine, sweep, ratio, cold } of benchEngine())
    rows.push([
      `availability function, ${days} days with ${count(bookings)} bookings${calendars > 1 ? ` on ${calendars} calendars` : ''}`,
      `${engine.toFixed(1)} µs, hand-made sweep ${sweep.toFixed(1)} µs; first call in a cold process ${cold.toFixed(2)} ms`,
      `${ratio.toFixed(2)} ×`,
      calendars > 1 ? '≤ 2 ×' : '≤ 2 ×, ≤ 2 ms',
    ])

  const reads = await benchReads()
  for (const [what, { bytes, read, constant }] of [
    [`read of one service, 3 months, 2,000 bookings in them (${kilobytes(reads.plainBytes)})`, reads.service],
    ['page of that service', reads.page],
  ] as const)
    rows.push([
      `${what}, sent as ${kilobytes(bytes)} of brotli`,
      `${count(read)}/s, constant of that size ${count(constant)}/s`,
      percent(read / constant),
      '≥ 60 %',
    ])
  rows.push([
    'the same read right after a booking',
    `${reads.afterBooking.toFixed(2)} ms of processor time, server and database together`,
    '',
    '≤ 2 ms',
  ])

  const many = await benchManyBusinesses()
  const random = (shops: number) =>
    `read of a random business out of ${shops} with ${count(many.bookings)} bookings each`
  const beside = (microseconds: number): [measured: string, ratio: string] => [
    `${Math.round(microseconds)} µs of processor time, warm read of one ${Math.round(many.warm)} µs`,
    `${(microseconds / many.warm).toFixed(1)} ×`,
  ]
  rows.push(
    [`${random(many.shops)}, for the first time`, ...beside(many.first), '≤ 8 ×'],
    [`${random(many.inUse)}, its answer kept`, ...beside(many.kept), '≤ 1.5 ×'],
  )

  const bookings = await benchBookings()
  rows.push([
    'bookings by 16 clients on distinct slots, durable',
    `${count(bookings.api)}/s, bare driver ${count(bookings.bare)}/s`,
    percent(bookings.api / bookings.bare),
    '≥ 50 %',
  ])

  rows.push(...(await jobRows()))

  for (const { page, javascript, style, html } of reads.pages)
    rows.push([
      `first load of ${page}, gzip`,
      `JavaScript ${kilobytes(javascript)}, style ${kilobytes(style)}, page ${kilobytes(html)}`,
      '',
      `JavaScript ≤ ${page.endsWith('/booking') ? 110 : 100} kB`,
    ])

  printRows(rows)
}

/** Prints the rows about jobs alone. */
export async function printJobs() {
  printRows(await jobRows())
}

async function jobRows(): Promise<Row[]> {
  const { answering, worker, serving, calm, beside } = await benchJobs()
  return [
    [
      'a booking by 16 clients, all its jobs paid',
      `answer ${inParts(answering)}, jobs ${inParts(worker)}: ${(total(answering) + total(worker)).toFixed(1)} ms of processor time`,
      `jobs ${(total(worker) / total(answering)).toFixed(1)} × the answer`,
      '≤ 9 ms',
    ],
    [
      'e-mails of bookings by one worker',
      `${count(worker.mailsPerSecond)}/s, notifications for three written beside`,
      '',
      '≥ 300/s',
    ],
    [
      'the same by a process that serves and has nothing to answer',
      `${count(serving.mailsPerSecond)}/s, jobs ${inParts(serving)}`,
      '',
      '≥ 100/s',
    ],
    [
      'reads by 16 clients beside jobs that wait',
      `p50 ${beside.p50} ms, p99 ${beside.p99} ms, ${count(beside.mailsPerSecond)} e-mails/s; without jobs ${calm.p50} and ${calm.p99} ms`,
      `p99 ${(beside.p99 / calm.p99).toFixed(1)} ×`,
      'untouched',
    ],
  ]
}

function printRows(rows: Row[]) {
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores; server, database and load generator share them.\n\n`,
  )
  printTable(['figure', 'measured', 'ratio', 'goal'], rows)
}
