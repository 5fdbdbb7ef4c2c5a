import { Readable } from 'node:stream'
import { csvLine, UTF8_MARK } from '@prenoto/core/reports/csv.ts'
import { mapInTurns } from './in-turns.ts'

/** Rows per page. */
const PAGE_SIZE = 1_000

type Table<Row> = {
  head: string[]
  /** Reads at most `limit` rows after the row `after`. */
  read: (after: Row | undefined, limit: number) => Promise<Row[]>
  toCells: (row: Row) => string[]
}

/**
 * Streams a CSV table of any length, page by page, without holding a connection between pages. Reading stops when the client
 * disconnects. The first page is read before the response starts, so that its failure is still an error response.
 */
export async function csvStream<Row>({ head, read, toCells }: Table<Row>): Promise<Readable> {
  const first = await read(undefined, PAGE_SIZE)
  async function* pages() {
    yield UTF8_MARK + csvLine(head)
    for (let rows = first; rows.length > 0; rows = await read(rows.at(-1), PAGE_SIZE)) {
      yield (await mapInTurns(rows, (row) => csvLine(toCells(row)))).join('')
      if (rows.length < PAGE_SIZE) return
    }
  }
  return Readable.from(pages(), { highWaterMark: 1 })
}
