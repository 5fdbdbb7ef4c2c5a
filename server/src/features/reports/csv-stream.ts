import { Readable } from 'node:stream'
import { csvLine, UTF8_MARK } from '@prenoto/core/reports/csv.ts'

/** Rows that are read, and kept in memory, at once. */
const AT_ONCE = 1_000

type Table<Row> = {
  head: string[]
  /** Reads so many rows, after the one that was read last. */
  read: (after: Row | undefined, limit: number) => Promise<Row[]>
  cellsOf: (row: Row) => string[]
}

/**
 * A table for spreadsheets of any length. It is read as it is taken, page by page, and no connection is held in between; who
 * leaves has no more of it read. Its first page comes before the answer begins, so that a failure can still be told.
 */
export async function csvStream<Row>({ head, read, cellsOf }: Table<Row>): Promise<Readable> {
  const first = await read(undefined, AT_ONCE)
  async function* pages() {
    yield UTF8_MARK + csvLine(head)
    for (let rows = first; rows.length > 0; rows = await read(rows.at(-1), AT_ONCE)) {
      yield rows.map((row) => csvLine(cellsOf(row))).join('')
      if (rows.length < AT_ONCE) return
    }
  }
  return Readable.from(pages(), { highWaterMark: 1 })
}
