import type { FieldsOfColumns } from '@prenoto/core/imports/import-fields.ts'
import { readPerson, withEmail } from '@prenoto/core/imports/import-person.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { lockDuplicates } from '../customers/customers.repository.ts'
import { toIdentity } from './customer-directory.ts'
import { insertCustomers, lockChangeable, updateContents } from './imported-records.repository.ts'
import {
  addProgress,
  type LineResult,
  listLinesWith,
  lockImport,
  type PendingLine,
  updateLines,
} from './imports.repository.ts'

/** Lines per transaction, so that it holds its locks for some milliseconds. */
const BATCH_SIZE = 200

export const TO_IMPORT = ['new', 'update'] as const

/** Imports the next lines, each once: they are marked in the same transaction. Returns whether more are left. */
export const importNextCustomers = (ctx: Context, id: number): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    const lockedImport = await lockImport(ctx, id)
    if (lockedImport?.state !== 'importing') return false
    await lockDuplicates(ctx)
    const lines = await listLinesWith(ctx, id, TO_IMPORT, { limit: BATCH_SIZE })
    const { fields } = lockedImport.options!
    const results = [
      ...(await insertNew(
        ctx,
        fields,
        lines.filter(({ outcome }) => outcome === 'new'),
      )),
      ...(await updatePresent(
        ctx,
        fields,
        lines.filter(({ outcome }) => outcome === 'update'),
      )),
    ]
    await updateLines(ctx, id, results)
    await addProgress(ctx, id, lines.length)
    return lines.length === BATCH_SIZE
  })

async function insertNew(ctx: Context, fields: FieldsOfColumns, lines: PendingLine[]): Promise<LineResult[]> {
  const people = lines.map(({ line, cells, reasons }) => {
    const { person } = readPerson(cells, fields)
    return { line, reasons, identity: toIdentity(person), ...withEmail(person) }
  })
  const insertedCustomers = await insertCustomers(
    ctx,
    people.map(({ line: _, reasons: __, ...person }) => person),
  )
  const ids = new Map(insertedCustomers.map(({ identity, id }) => [identity, id]))
  return people.map(({ line, reasons, identity, telephone, notes }): LineResult => {
    const customer_id = ids.get(identity)
    // The customer was created since the check.
    if (customer_id === undefined) return { line, outcome: 'present' }
    return { line, outcome: 'imported', reasons, customer_id, is_new_customer: true, written: { telephone, notes } }
  })
}

const MAX_NOTES = 2_000

/** Adds the notes of the file below those that exist, unless they contain them. */
const joinNotes = (before: string, added: string) =>
  before.includes(added) ? before : `${before}\n${added}`.trim().slice(0, MAX_NOTES)

async function updatePresent(ctx: Context, fields: FieldsOfColumns, lines: PendingLine[]): Promise<LineResult[]> {
  const locked = await lockChangeable(
    ctx,
    lines.flatMap(({ customer_id }) => customer_id ?? []),
  )
  const customersById = new Map(locked.map((customer) => [customer.id, customer]))
  const results = lines.map(({ line, cells, customer_id }): LineResult => {
    const before = customersById.get(customer_id ?? 0)
    // Blocked, restricted, merged or erased since the check.
    if (!before) return { line, outcome: 'present', customer_id }
    const { person } = readPerson(cells, fields)
    const written = {
      telephone: person.telephone || before.telephone,
      notes: joinNotes(before.notes, person.notes),
    }
    if (written.telephone === before.telephone && written.notes === before.notes)
      return { line, outcome: 'present', customer_id }
    return {
      line,
      outcome: 'updated',
      customer_id,
      written: { ...written, before: { telephone: before.telephone, notes: before.notes } },
    }
  })
  await updateContents(
    ctx,
    results.flatMap(({ customer_id, written }) => (written ? [{ id: customer_id!, ...written }] : [])),
  )
  return results
}
