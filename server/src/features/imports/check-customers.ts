import type { FieldsOfColumns } from '@prenoto/core/imports/import-fields.ts'
import { readPerson } from '@prenoto/core/imports/import-person.ts'
import { type CustomerDirectory, personIndex } from './customer-directory.ts'
import type { LineResult, UncheckedLine } from './imports.repository.ts'

type Rules = { fields: FieldsOfColumns; updatesPresent: boolean; directory: CustomerDirectory }

/**
 * Finds the outcome of lines in the order of the file; each call continues after the lines before. Undefined for a line whose outcome
 * an earlier attempt has stored.
 */
export function customerChecker({ fields, updatesPresent, directory }: Rules) {
  const inFile = personIndex<{ line: number; name: string; surname: string; email: string; telephone: string }>()

  return ({ line, cells, outcome }: UncheckedLine): LineResult | undefined => {
    const { person, reasons, warnings, hasContact } = readPerson(cells, fields)
    if (outcome) {
      if (outcome !== 'error' && outcome !== 'duplicate') inFile.add({ ...person, line })
      return undefined
    }
    if (!hasContact) reasons.push('contact_missing')
    const { same, isShared } = directory.find(person)
    // Lines of a restricted customer are not shown, whatever their outcome.
    const restricted = same?.is_restricted ? { customer_id: same.main_id } : {}
    if (reasons.length > 0) return { line, outcome: 'error', reasons, ...restricted }

    const repeated = inFile.find(person)
    if (repeated.same)
      return { line, outcome: 'duplicate', reasons: ['same_line'], other_line: repeated.same.line, ...restricted }
    inFile.add({ ...person, line })

    if (!same) {
      const shares = isShared || repeated.isShared
      return { line, outcome: 'new', reasons: [...warnings, ...(shares ? ['shared_contact' as const] : [])] }
    }
    const customer_id = same.main_id
    if (same.is_restricted) return { line, outcome: 'present', reasons: ['restricted'], customer_id }
    if (same.is_blocked) return { line, outcome: 'present', reasons: ['blocked'], customer_id }
    const writes = updatesPresent && (person.telephone !== '' || person.notes !== '')
    return { line, outcome: writes ? 'update' : 'present', reasons: writes ? warnings : [], customer_id }
  }
}
