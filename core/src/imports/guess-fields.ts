import type { ColumnContent } from './column-content.ts'
import { type FieldsOfColumns, fieldsOfKind, foldHeading, type ImportField, type ImportKind } from './import-fields.ts'

/** Headings of other systems' exports by field, folded, the most telling first. */
const HEADINGS: Record<ImportField, string> = {
  name: 'nome, first name, firstname, given name, nome cliente, customer first name, client first name',
  surname: 'cognome, last name, lastname, surname, family name, cognome cliente, customer last name',
  full_name: `
    nome e cognome, nome cognome, nominativo, full name, fullname, client name, customer name, client, customer,
    cliente, name, display name`,
  surname_first: 'cognome e nome, cognome nome, cliente cognome e nome',
  email: 'email, e mail, mail, email address, e mail address, e mail 1 value, indirizzo email, posta elettronica',
  telephone: `
    cellulare, telefono cellulare, mobile, mobile number, mobile phone, tel cell, cell, telefono,
    numero di telefono, phone, phone number, telephone, telephone number, phone 1 value, tel, recapito`,
  other_telephone: `
    telefono fisso, telefono casa, phone 2 value, tel, landline, home phone, telephone, telefono, phone number,
    phone`,
  notes: 'note, notes, note interne, client notes, customer notes, annotazioni, comments',
  day: `
    data, data e ora, data appuntamento, data prenotazione, giorno, scheduled date, appointment date,
    start datetime, start date, start, inizio, date, start time`,
  hour: `
    ora, orario, ora inizio, ora di inizio, dalle, scheduled time, appointment time, time, start hour, start time`,
  service: 'servizio, servizi, service, services, service name, trattamento, prestazione, type, appointment type',
  calendar: `
    calendario, operatore, con chi, staff, team member, staff member, staff name, provider, employee, calendar,
    professionista, collaboratore`,
  status: 'stato, status, appointment status, booking status, esito',
}

/** Words of headings that are in no list, in the order in which they are tried. */
const WORDS: [ImportField, RegExp][] = [
  ['surname_first', /\bcognome\b.*\bnome\b/],
  ['full_name', /\bnome\b.*\bcognome\b|\bnominativo\b/],
  ['surname', /\bcognome\b/],
  ['email', /\b(?:e ?mail|posta)\b/],
  ['telephone', /\b(?:cell\w*|mobil\w*|whatsapp)\b/],
  ['telephone', /\b(?:tel\w*|phone|recapito)\b/],
  ['other_telephone', /\b(?:tel\w*|phone|fisso|casa|abitazione)\b/],
  ['notes', /\b(?:note|annotazioni|osservazioni)\b/],
  ['hour', /\b(?:ora|orario)\b/],
  ['day', /\b(?:data|giorno)\b/],
]

/** Headings with such a word are about something else than their other words. */
const OTHER =
  /\b(?:label|type|tipo|consens\w*|marketing|accet\w*|accept\w*|fax|nascita|birth\w*|creat\w*|iscrizione|fine|end)\b/

/** Of a column without heading, what its values say. */
const BY_CONTENT: Record<ColumnContent, ImportField[]> = {
  email: ['email'],
  telephone: ['telephone', 'other_telephone'],
  name: ['name'],
  full_name: ['full_name'],
  surname_first: ['surname_first'],
  day: ['day'],
}

type Column = { heading: string; content?: ColumnContent | null | undefined }

/** Guesses the meaning of each column from its heading, or from its values if it has none; each meaning is used once. */
export function guessFields(kind: ImportKind, columns: readonly Column[]): FieldsOfColumns {
  const folded = columns.map(({ heading }) => foldHeading(heading))
  const guessed: FieldsOfColumns = columns.map(() => null)
  const allowed: readonly ImportField[] = fieldsOfKind[kind]
  const assign = (field: ImportField, fits: (heading: string, column: Column) => boolean) => {
    if (!allowed.includes(field) || guessed.includes(field)) return
    const column = columns.findIndex((column, i) => !guessed[i] && fits(folded[i]!, column))
    if (column >= 0) guessed[column] = field
  }
  for (const field of allowed)
    for (const knownHeading of HEADINGS[field].trim().split(/,\s+/))
      assign(field, (heading) => heading === knownHeading)
  for (const [field, word] of WORDS) assign(field, (heading) => word.test(heading) && !OTHER.test(heading))
  if (folded.every((heading) => heading === ''))
    for (const [content, fields] of Object.entries(BY_CONTENT))
      for (const field of fields) assign(field, (_, column) => column.content === content)
  return withSurnames(withFullName(guessed), columns)
}

/** A name without a column of surnames is the full name. */
function withFullName(guessed: FieldsOfColumns): FieldsOfColumns {
  const isSplit = guessed.includes('name') && guessed.includes('surname')
  const full = guessed.find((field) => field === 'full_name' || field === 'surname_first')
  if (isSplit) return guessed.map((field) => (field === 'full_name' || field === 'surname_first' ? null : field))
  if (full) return guessed.map((field) => (field === full || !NAMES.has(field) ? field : null))
  return guessed.map((field) => (field === 'name' ? 'full_name' : field))
}

const NAMES = new Set<ImportField | null>(['name', 'surname', 'full_name', 'surname_first'])

/** Full names whose values begin with the surname, whatever their heading says; and surnames beside names without headings. */
const withSurnames = (guessed: FieldsOfColumns, columns: readonly Column[]): FieldsOfColumns =>
  guessed.map((field, i) => {
    const { heading, content } = columns[i]!
    if (field === 'full_name' && content === 'surname_first') return 'surname_first'
    if (field === 'full_name' && content === 'name' && heading === '') {
      const hasNeighbour = columns.length > 1 && [i - 1, i + 1].some((j) => columns[j] && !columns[j].content)
      return hasNeighbour ? 'name' : field
    }
    const isBesideName = [i - 1, i + 1].some((j) => guessed[j] === 'full_name' && columns[j]?.content === 'name')
    return field === null && heading === '' && !content && isBesideName ? 'surname' : field
  })

/** Rows among which the headings are looked for. */
const MAX_TITLES = 10

/** The index of the row with the headings; -1 if the file begins with data. */
export function findHeadings(kind: ImportKind, rows: readonly string[][], width: number): number {
  const first = rows.slice(0, MAX_TITLES)
  const counts = first.map(
    (cells) =>
      guessFields(
        kind,
        cells.map((heading) => ({ heading })),
      ).filter((field) => field !== null).length,
  )
  const best = counts.indexOf(Math.max(...counts))
  if (counts[best]! > 1 || (counts[best] === 1 && !hasData(first[best]!))) return best
  // Titles above the table have fewer cells than its headings.
  const table = first.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > width / 2)
  return table >= 0 && !hasData(first[table]!) ? table : -1
}

/** Whether a row holds an e-mail address, a number or a date, and so no headings. */
const hasData = (cells: readonly string[]) => cells.some((cell) => /@|\d{6}|\d[/.-]\d/.test(cell.replace(/\s/g, '')))
