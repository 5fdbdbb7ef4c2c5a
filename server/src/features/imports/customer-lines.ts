import type { LineOutcome, LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { type ImportedPerson, readPerson, withEmail } from '@prenoto/core/imports/import-person.ts'
import { chunks } from '../../lib/chunks.ts'
import { mapInTurns } from '../../lib/in-turns.ts'
import type { Context } from '../../tenants/context.ts'
import { personIndex, readCustomerDirectory, toIdentity } from './customer-directory.ts'
import { insertCustomers, lockChangeable, updateContents } from './imported-records.repository.ts'
import { BATCH_SIZE, isPending, type LineResult, type LockedImport, type StoredLine } from './imports.repository.ts'

type JudgedCustomer = { line: number; person: ImportedPerson; result: LineResult }

/** Judges the pending lines in the order of the file, each beside all customers and the lines before it. */
export async function* judgeCustomers(ctx: Context, lockedImport: LockedImport, lines: StoredLine[]) {
  const { fields, updates_present } = lockedImport.options!
  const directory = await readCustomerDirectory(ctx)
  const inFile = personIndex<ImportedPerson & { line: number }>()

  function judge(stored: StoredLine): JudgedCustomer | undefined {
    const { line, cells, outcome: earlier } = stored
    if (!isPending(lockedImport, stored)) {
      if (lockedImport.state === 'checking' && earlier !== 'error' && earlier !== 'duplicate')
        inFile.add({ ...readPerson(cells, fields).person, line })
      return undefined
    }
    const { person, reasons, warnings, hasContact } = readPerson(cells, fields)
    const { same, isShared } = directory.find(person)
    const judged = (outcome: LineOutcome, reasons: LineReason[] = [], other_line?: number) => ({
      line,
      person,
      result: { line, outcome, reasons, customer_id: same?.main_id ?? null, ...(other_line && { other_line }) },
    })
    if (!hasContact) reasons.push('contact_missing')
    if (reasons.length > 0) return judged('error', reasons)
    const repeated = inFile.find(person)
    if (repeated.same) return judged('duplicate', ['same_line'], repeated.same.line)
    inFile.add({ ...person, line })
    if (!same) return judged('new', isShared || repeated.isShared ? [...warnings, 'shared_contact'] : warnings)
    if (same.is_restricted) return judged('present', ['restricted'])
    if (same.is_blocked) return judged('present', ['blocked'])
    return updates_present && (person.telephone || person.notes) ? judged('update', warnings) : judged('present')
  }

  for (const batch of chunks(lines, BATCH_SIZE)) {
    const judged = (await mapInTurns(batch, judge)).filter((line) => line !== undefined)
    if (judged.length > 0) yield judged
  }
}

const MAX_NOTES = 2_000

/** Adds the notes of the file below those that exist, unless they contain them. */
const joinNotes = (before: string, added: string) =>
  before.includes(added) ? before : `${before}\n${added}`.trim().slice(0, MAX_NOTES)

/** Adds and updates the customers of judged lines; a dry run does not. */
export async function settleCustomers(ctx: Context, { state }: LockedImport, lines: JudgedCustomer[]) {
  if (state === 'checking') return lines.map(({ result }) => result)
  const withOutcome = (outcome: LineOutcome) => lines.filter(({ result }) => result.outcome === outcome)
  const added = withOutcome('new').map(({ person }) => ({ identity: toIdentity(person), ...withEmail(person) }))
  const ids = new Map((await insertCustomers(ctx, added)).map(({ identity, id }) => [identity, id]))
  const locked = await lockChangeable(
    ctx,
    withOutcome('update').map(({ result }) => result.customer_id!),
  )
  const customers = new Map(locked.map((customer) => [customer.id, customer]))

  const results = lines.map(({ line, person, result }): LineResult => {
    if (result.outcome === 'new') {
      const customer_id = ids.get(toIdentity(person))
      // The customer was created meanwhile.
      if (customer_id === undefined) return { line, outcome: 'present' }
      const { telephone, notes } = withEmail(person)
      return { ...result, outcome: 'imported', customer_id, is_new_customer: true, written: { telephone, notes } }
    }
    if (result.outcome !== 'update') return result
    const before = customers.get(result.customer_id!)
    const contents = before && {
      telephone: person.telephone || before.telephone,
      notes: joinNotes(before.notes, person.notes),
    }
    // Blocked, restricted or erased meanwhile, or the same as in the file.
    if (!contents || (contents.telephone === before.telephone && contents.notes === before.notes))
      return { line, outcome: 'present', customer_id: result.customer_id! }
    const { telephone, notes } = before
    return { ...result, outcome: 'updated', reasons: [], written: { ...contents, before: { telephone, notes } } }
  })
  await updateContents(
    ctx,
    results.flatMap(({ outcome, customer_id, written }) =>
      outcome === 'updated' ? [{ id: customer_id!, ...written! }] : [],
    ),
  )
  return results
}
