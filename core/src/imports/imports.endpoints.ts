import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idField, idParams, pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { CSV } from '../reports/csv.ts'
import { columnContents } from './column-content.ts'
import { dateOrders } from './import-dates.ts'
import { importFieldNames, importKinds } from './import-fields.ts'
import { lineOutcomeNames } from './import-outcomes.ts'

/** 'uploaded' before the first check; 'checking', 'importing' and 'undoing' while a job runs. */
const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** Most columns of a file. */
export const MAX_COLUMNS = 100

/** Rows among which the headings can be. */
export const MAX_HEADING_ROW = 10

/** Most names of services or calendars that are assigned by hand. */
const MAX_NAMES = 500

/** By the name in the file; null: its bookings are skipped. */
const chosenIds = z
  .array(z.object({ name: z.string().check(z.maxLength(500)), id: z.nullable(idField('Indica un identificativo.')) }))
  .check(z.maxLength(MAX_NAMES, 'Sono troppi.'))

const importOptions = z.object({
  fields: z
    .array(z.nullable(z.enum(importFieldNames, 'Colonna non valida.')))
    .check(z.maxLength(MAX_COLUMNS, 'Sono troppe colonne.')),
  /** Null where no date needs it. */
  date_order: z.nullable(z.enum(dateOrders, 'Scegli il formato della data.')),
  /** Whether customers that exist get telephone and notes of the file. */
  updates_present: z.boolean(),
  service_names: chosenIds,
  /** Null: any calendar. */
  calendar_names: chosenIds,
})
export type ImportOptions = z.infer<typeof importOptions>

const importColumn = z.object({
  heading: z.string(),
  /** Some of its values. */
  sample: z.array(z.string()),
  date_order: z.nullable(z.enum([...dateOrders, 'either'])),
  /** The shape of most values. */
  content: z.optional(z.nullable(z.enum(columnContents))),
})
export type ImportColumn = z.infer<typeof importColumn>

const summary = {
  id: z.int(),
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  /** The job of a running state was given up after its retries; it goes on when an admin resumes it. */
  is_stopped: z.boolean(),
  file_name: z.string(),
  lines: z.int(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  created_at: z.string(),
  created_by: z.string(),
  /** The number of lines by outcome. */
  counts: z.partialRecord(z.enum(lineOutcomeNames), z.int()),
}

const importSummary = z.object(summary)
export type ImportSummary = z.infer<typeof importSummary>

const choice = z.object({ id: z.int(), name: z.string() })

const importDetails = z.object({
  ...summary,
  columns: z.array(importColumn),
  /** The options of the last check, or a guess from the headings. */
  options: importOptions,
  /** Names of the file that match no service or calendar; found by the check. */
  unknown_services: z.array(z.string()),
  unknown_calendars: z.array(z.string()),
  /** To assign the unknown names; empty if there are none. */
  choices: z.object({ services: z.array(choice), calendars: z.array(choice) }),
  /** Lines that the running job has processed, and those that it has to. */
  progress: z.int(),
  progress_total: z.int(),
  /** Lines that would be imported without one of their contacts, or with a doubtful name. */
  warnings: z.int(),
  /** New customers who share a contact with another one. */
  shared_contacts: z.int(),
  /** Until when it can be undone, as `created_at`. */
  kept_until: z.string(),
})
export type ImportDetails = z.infer<typeof importDetails>

const importLine = z.object({
  /** The place in the list. */
  id: z.int(),
  line: z.int(),
  outcome: z.enum(lineOutcomeNames),
  /** Why, in Italian; '' if the outcome says it all. */
  detail: z.string(),
  name: z.string(),
  surname: z.string(),
  contact: z.string(),
  /** Day, hour and service of a booking. */
  visit: z.string(),
})
export type ImportLine = z.infer<typeof importLine>

const ADMIN = { access: 'admin', right: 'imports', status: 200 } as const
const OF_IMPORT = { ...ADMIN, params: idParams } as const
const STEP = { ...OF_IMPORT, method: 'POST', response: importDetails } as const

export const listImports = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/imports',
  summary: 'Lists the imports of the last days, the latest first',
  response: z.array(importSummary),
})

export const createImport = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/imports',
  summary: 'Reads a CSV file of customers or future bookings (at most 5 MB and 20,000 lines); imports nothing yet',
  status: 201,
  query: z.object({
    kind: z.enum(importKinds, 'Indica che cosa contiene il file.'),
    /** The row of the headings; 0: the file has none. Found out if absent. */
    heading_row: z.optional(
      z.coerce.number('Scegli una riga.').check(z.int(), z.minimum(0), z.maximum(MAX_HEADING_ROW)),
    ),
  }),
  file: 'file',
  response: importDetails,
})

export const readImport = endpoint({
  ...OF_IMPORT,
  method: 'GET',
  path: '/imports/:id',
  summary: 'Returns an import with its columns, progress and counts',
  response: importDetails,
})

export const checkImport = endpoint({
  ...STEP,
  path: '/imports/:id/check',
  summary: 'Starts the dry run: finds the outcome of every line with these columns',
  body: importOptions,
})

export const startImport = endpoint({
  ...STEP,
  path: '/imports/:id/start',
  summary: 'Starts to import the checked lines; sends no e-mail',
  /** `override`: books in spite of conflicts. */
  body: z.object({ override: z.boolean() }),
})

export const undoImport = endpoint({
  ...STEP,
  path: '/imports/:id/undo',
  summary: 'Starts to undo an import; what was changed since stays',
})

export const resumeImport = endpoint({
  ...STEP,
  path: '/imports/:id/resume',
  summary: 'Continues a check, import or undo that has stopped after repeated failures',
})

export const deleteImport = endpoint({
  ...OF_IMPORT,
  method: 'DELETE',
  path: '/imports/:id',
  summary: 'Deletes the lines of a file that was not imported, or whose import was undone',
  status: 204,
})

export const listImportLines = endpoint({
  ...OF_IMPORT,
  method: 'GET',
  path: '/imports/:id/lines',
  summary: 'Lists the lines of an import with their outcomes, those with errors first',
  query: z.extend(pageQueryWithSize(20), { outcome: z.optional(z.enum(lineOutcomeNames, 'Scegli un esito.')) }),
  response: z.object({ lines: z.array(importLine), ...pageTail, total: z.optional(z.int()) }),
})

export const exportRejectedLines = endpoint({
  ...OF_IMPORT,
  method: 'GET',
  path: '/imports/:id/rejected',
  summary: 'Exports the lines with errors or conflicts as CSV, to correct and import them again',
  produces: CSV,
})
