import { email as emailField, telephone as telephoneField } from '../fields/contact-fields.ts'
import { optionalText, requiredName } from '../fields/text.ts'
import { WITHOUT_EMAIL, withOwnEmail } from '../fields/without-email.ts'
import type { FieldsOfColumns, ImportField } from './import-fields.ts'
import type { LineReason } from './import-outcomes.ts'

const name = requiredName('')
const notes = optionalText(2000)

/** A cell that says that there is no value. */
const EMPTY = /^(?:[-–—.]+|n\/?[ad]|nessun[oa]?|null|none|undefined|-?\s*)$/i

/** One line of text: spreadsheets put an apostrophe before numbers, and cells may have several lines. */
const oneLine = (cell: string) =>
  cell
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[+\d])/, '')

const filled = (text: string) => (EMPTY.test(text) ? '' : text)

/** The cell of a field, as one line; '' without such a column. */
export const cellOf = (cells: readonly string[], fields: FieldsOfColumns, field: ImportField) =>
  oneLine(cells[fields.indexOf(field)] ?? '')

export type ImportedPerson = { name: string; surname: string; email: string; telephone: string; notes: string }

/** 'Anna Maria Rossi' → Anna, Maria Rossi: the identity of a customer does not depend on the split. */
function splitName(full: string) {
  const [first = '', ...rest] = full.split(' ')
  return { name: first, surname: rest.join(' ') }
}

function readName(cells: readonly string[], fields: FieldsOfColumns) {
  const own = { name: cellOf(cells, fields, 'name'), surname: cellOf(cells, fields, 'surname') }
  if (own.name && own.surname) return own
  const split = splitName(cellOf(cells, fields, 'full_name') || own.name || own.surname)
  return own.name ? { ...own, surname: own.surname || (fields.includes('full_name') ? split.surname : '') } : split
}

/**
 * The customer of a line, and why it cannot be one. E-mail and telephone may be missing: without an e-mail address the customer
 * gets the placeholder of the staff's forms.
 */
export function readPerson(cells: readonly string[], fields: FieldsOfColumns) {
  const reasons: LineReason[] = []
  const person = readName(cells, fields)
  if (!person.name) reasons.push('name_missing')
  else if (!name.safeParse(person.name).success || (person.surname && !name.safeParse(person.surname).success))
    reasons.push('name_invalid')

  const typedEmail = filled(cellOf(cells, fields, 'email').replace(/^mailto:/i, ''))
  const email = typedEmail ? emailField.safeParse(typedEmail) : undefined
  if (email && !email.success) reasons.push('email_invalid')

  const typedNumber = filled(cellOf(cells, fields, 'telephone')) || filled(cellOf(cells, fields, 'other_telephone'))
  const number = typedNumber ? telephoneField.safeParse(typedNumber) : undefined
  if (number && !number.success) reasons.push('telephone_invalid')

  const text = notes.safeParse(withoutControls(cells[fields.indexOf('notes')] ?? ''))
  if (!text.success) reasons.push('notes_too_long')

  const telephone = number?.success ? number.data : ''
  const found: ImportedPerson = {
    ...person,
    email: email?.success ? email.data : '',
    telephone,
    notes: text.success ? text.data : '',
  }
  return { person: found, reasons, hasContact: typedEmail !== '' || typedNumber !== '' }
}

/** Keeps tabs and line breaks. */
const withoutControls = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')

/** The person with the placeholder for a missing e-mail address. */
export const withEmail = <Person extends { email: string; telephone: string }>(person: Person): Person =>
  person.email ? person : withOwnEmail({ ...person, email: WITHOUT_EMAIL })
