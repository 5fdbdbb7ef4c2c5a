import { email as emailField } from '../fields/contact-fields.ts'
import { cleanLine } from '../fields/pasted-text.ts'
import { listTelephones } from '../fields/telephone.ts'
import { optionalText, requiredName } from '../fields/text.ts'
import { isWithoutEmail, replacePlaceholders, WITHOUT_EMAIL } from '../fields/without-email.ts'
import { isFirstName } from './first-names.ts'
import type { FieldsOfColumns, ImportField } from './import-fields.ts'
import type { LineReason } from './import-outcomes.ts'

const name = requiredName('')
const notes = optionalText(2000)

/** A cell that says that there is no value; the last ones are those of the exports of Prenoto. */
const EMPTY = /^(?:[-–—.]+|n\/?[ad]|nessun[oa]?|null|none|undefined|-?\s*|senza email|riservato)$/i

/** One line of text: spreadsheets put an apostrophe before numbers or write ="06123", and cells may have several lines. */
export const oneLine = (cell: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
  cleanLine(cell.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[+\d])/, '')

const emptyIfPlaceholder = (text: string) => (EMPTY.test(text) ? '' : text)

/** The cell of a field, as one line; '' without such a column. */
export const getCell = (cells: readonly string[], fields: FieldsOfColumns, field: ImportField) =>
  oneLine(cells[fields.indexOf(field)] ?? '')

export type ImportedPerson = { name: string; surname: string; email: string; telephone: string; notes: string }

const PARTICLE = /^(?:d[aei]|de[gl]|dal|dall[ae]|del|dell[aeo]|degli|dei|di|lo|la|le|li|van|von|el|mc|san|santa)$/i

/** 'Anna Maria Rossi' → Anna Maria, Rossi; 'De Luca Samantha', which begins with the surname, → Samantha, De Luca. */
function splitName(text: string, isSurnameFirst: boolean) {
  const [before, after] = text.split(/\s*,\s*/)
  if (before && after) return { name: after, surname: before }
  const words = text.split(' ')
  let first = 1
  if (!isSurnameFirst) {
    while (first < words.length - 1 && isFirstName(words[first]!)) first += 1
    return { name: words.slice(0, first).join(' '), surname: words.slice(first).join(' ') }
  }
  if (words.length === 1) return { name: text, surname: '' }
  while (first < words.length - 1 && (PARTICLE.test(words[first - 1]!) || !isFirstName(words[first]!))) first += 1
  return { name: words.slice(first).join(' '), surname: words.slice(0, first).join(' ') }
}

function readName(cells: readonly string[], fields: FieldsOfColumns) {
  const namesInCells = { name: getCell(cells, fields, 'name'), surname: getCell(cells, fields, 'surname') }
  if (namesInCells.name && namesInCells.surname) return namesInCells
  const reversed = getCell(cells, fields, 'surname_first')
  const split = splitName(
    getCell(cells, fields, 'full_name') || reversed || namesInCells.name || namesInCells.surname,
    fields.includes('surname_first'),
  )
  const isSplit = fields.includes('full_name') || fields.includes('surname_first')
  return namesInCells.name
    ? { ...namesInCells, surname: namesInCells.surname || (isSplit ? split.surname : '') }
    : split
}

/** UTF-8 that was read in another encoding, and characters that were lost. */
const DOUBTFUL = /Ã[^a-zA-Z\s]|Ã\s|Â[^a-zA-Z\s]|â€|[\uFFFD"]/

/** Between two values of a cell of Google Contacts. */
const BETWEEN_VALUES = / ::: /g

/** '3,331234567E+09', as spreadsheets write long numbers, if all digits are there. */
const withoutExponent = (text: string) =>
  text.replace(/^(\d)[.,](\d+)E\+?(\d+)$/i, (typed, first: string, digits: string, exponent: string) =>
    digits.length === Number(exponent) ? first + digits : typed,
  )

/** Characters of a cell with contacts that are read. */
const MAX_CONTACTS = 300

const readNumbers = (cell: string) => listTelephones(withoutExponent(cell.replace(BETWEEN_VALUES, '; ')))

const readAddresses = (cell: string): string[] =>
  cell.split(/\s*(?::::|[;,|<>\s])\s*/).flatMap((part) => {
    const address = emailField.safeParse(part.replace(/^mailto:/i, ''))
    return address.success ? address.data : []
  })

/**
 * The customer of a line, why it cannot be one, and what the import leaves out. E-mail and telephone may be missing: without an e-mail
 * address the customer gets the placeholder of the staff's forms. Further contacts go to the notes.
 */
export function readPerson(cells: readonly string[], fields: FieldsOfColumns) {
  const reasons: LineReason[] = []
  const person = readName(cells, fields)
  if (!person.name) reasons.push('name_missing')
  else if (!name.safeParse(person.name).success || (person.surname && !name.safeParse(person.surname).success))
    reasons.push('name_invalid')

  const typedEmail = emptyIfPlaceholder(getCell(cells, fields, 'email')).slice(0, MAX_CONTACTS)
  const isPlaceholder = isWithoutEmail(typedEmail)
  const [email = '', ...emails] = isPlaceholder ? [] : readAddresses(typedEmail)
  const typedNumbers = (['telephone', 'other_telephone'] as const).map((field) =>
    emptyIfPlaceholder(getCell(cells, fields, field)).slice(0, MAX_CONTACTS),
  )
  const [telephone = '', ...telephones] = [...new Set(typedNumbers.flatMap(readNumbers))]
  const hasBadEmail = typedEmail !== '' && !isPlaceholder && !email
  const badNumbers = telephone ? [] : typedNumbers.filter(Boolean)
  const warnings: LineReason[] = []
  if (hasBadEmail) (telephone ? warnings : reasons).push(telephone ? 'email_left_out' : 'email_invalid')
  if (badNumbers.length > 0) (email ? warnings : reasons).push(email ? 'telephone_left_out' : 'telephone_invalid')
  if (DOUBTFUL.test(`${person.name} ${person.surname}`)) warnings.push('name_doubtful')

  const further = [
    ...telephones.map((number) => `Altro telefono: ${number}`),
    ...emails.map((address) => `Altra email: ${address}`),
    ...badNumbers.map((typed) => `Telefono nel file: ${typed}`),
    ...(hasBadEmail ? [`Email nel file: ${typedEmail}`] : []),
  ]
  const typedNotes = withoutControls(cells[fields.indexOf('notes')] ?? '')
  const text = notes.safeParse([typedNotes.trim(), ...further].filter(Boolean).join('\n'))
  if (!text.success) reasons.push('notes_too_long')

  const importedPerson: ImportedPerson = { ...person, email, telephone, notes: text.success ? text.data : '' }
  const hasContact = (typedEmail !== '' && !isPlaceholder) || typedNumbers.some(Boolean)
  return { person: importedPerson, reasons, warnings, hasContact }
}

/** Keeps tabs and line breaks. */
const withoutControls = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')

/** The person with the placeholder for a missing e-mail address. */
export const withEmail = <Person extends { email: string; telephone: string }>(person: Person): Person =>
  person.email ? person : replacePlaceholders({ ...person, email: WITHOUT_EMAIL })
