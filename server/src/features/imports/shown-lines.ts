import { cutPage } from '@prenoto/core/contract/pagination.ts'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { type LineOutcome, lineOutcomeNames, reasonsText } from '@prenoto/core/imports/import-outcomes.ts'
import { getCell, readPerson } from '@prenoto/core/imports/import-person.ts'
import type { ImportDetails, ImportLine } from '@prenoto/core/imports/imports.endpoints.ts'
import { csvName, typedCell } from '@prenoto/core/reports/csv.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { csvStream } from '../../lib/csv-stream.ts'
import type { Context } from '../../tenants/context.ts'
import { type ListedLine, listLines } from './imports.repository.ts'
import { readImport } from './steps.ts'

type Page = { outcome?: LineOutcome | undefined; last_id?: number | undefined; per_page: number }

/** A page of lines; the first one carries the total. Throws 404. */
export async function readLines(ctx: Context, id: number, { outcome, last_id: after, per_page }: Page) {
  const file = await readImport(ctx, id)
  const outcomes = outcome ? [outcome] : lineOutcomeNames
  const { items, ...tail } = cutPage(await listLines(ctx, id, { outcomes, after, limit: per_page + 1 }), per_page)
  const total = outcome ? (file.counts[outcome] ?? 0) : file.lines
  return { lines: items.map((line) => shownLine(file, line)), ...tail, ...(after === undefined && { total }) }
}

function shownLine({ kind, options: { fields } }: ImportDetails, line: ListedLine): ImportLine {
  const cell = (field: Parameters<typeof getCell>[2]) => getCell(line.cells, fields, field)
  const join = (texts: string[], separator: string) => texts.filter(Boolean).join(separator)
  const { outcome, is_restricted } = line
  const { name, surname, email, telephone } = readPerson(line.cells, fields).person
  return {
    id: line.id,
    line: line.line,
    outcome: outcome!,
    detail: reasonsText(line.reasons, line.other_line),
    ...(is_restricted
      ? { ...RESTRICTED_PERSON_NAME, contact: '' }
      : {
          name,
          surname,
          // Contacts that cannot be read are shown as the file has them.
          contact: join([email || cell('email'), telephone || cell('telephone') || cell('other_telephone')], ' · '),
        }),
    visit: kind === 'bookings' ? join([cell('day'), cell('hour'), cell('service')], ', ') : '',
  }
}

const RESTRICTED_PERSON_NAME = { name: `${RESTRICTED_PERSON.name} ${RESTRICTED_PERSON.surname}`, surname: '' }

/** The outcomes that a corrected file may change. */
const REJECTED: LineOutcome[] = ['error', 'conflict']

/** The columns of the file with the number of the line and the reason. Throws 404. */
export async function rejectedFile(ctx: Context, id: number) {
  const { columns } = await readImport(ctx, id)
  const content = await csvStream<ListedLine>({
    head: ['Riga', 'Motivo', ...columns.map(({ heading }) => typedCell(heading))],
    read: (last, limit) => listLines(ctx, id, { outcomes: REJECTED, after: last?.id, limit }),
    toCells: ({ line, reasons, other_line, cells, is_restricted }) => [
      String(line),
      reasonsText(reasons, other_line),
      ...columns.map((_, i) => (is_restricted ? '' : typedCell(cells[i] ?? ''))),
    ],
  })
  return { name: csvName(ctx.tenant.name, 'righe-da-correggere', todayIn(ctx.tenant.time_zone, ctx.now)), content }
}
