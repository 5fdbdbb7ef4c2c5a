/** Kinds of files: each line is a customer or a future booking. */
export const importKinds = ['customers', 'bookings'] as const
export type ImportKind = (typeof importKinds)[number]

/** The meanings of columns, with their labels. */
export const importFields = {
  name: 'Nome',
  surname: 'Cognome',
  full_name: 'Nome e cognome insieme',
  surname_first: 'Cognome e nome insieme',
  email: 'Email',
  telephone: 'Telefono',
  other_telephone: 'Telefono di riserva',
  notes: 'Note interne',
  day: 'Data (anche con l’ora)',
  hour: 'Ora',
  service: 'Servizio',
  calendar: 'Calendario o persona',
  status: 'Stato (disdetta o no)',
} as const satisfies Record<string, string>

export type ImportField = keyof typeof importFields

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

const PERSON = ['name', 'surname', 'full_name', 'surname_first', 'email', 'telephone', 'other_telephone'] as const

export const fieldsOfKind = {
  customers: [...PERSON, 'notes'],
  bookings: ['day', 'hour', 'service', 'calendar', ...PERSON, 'status'],
} as const satisfies Record<ImportKind, readonly ImportField[]>

/** The meaning of each column in order; null: the column is not imported. */
export type FieldsOfColumns = (ImportField | null)[]

/** 'E-mail Address ' → 'e mail address'; 'start_datetime' → 'start datetime' */
export const foldHeading = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Names the missing columns for the screen; an empty list if the file can be checked. */
export function missingFields(kind: ImportKind, fields: FieldsOfColumns): string[] {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
  const missing: string[] = []
  if (!has('name', 'full_name', 'surname_first')) missing.push('il nome del cliente')
  if (kind === 'customers' && !has('email', 'telephone', 'other_telephone')) missing.push('l’email o il telefono')
  if (kind === 'bookings' && !has('day')) missing.push('la data')
  if (kind === 'bookings' && !has('service')) missing.push('il servizio')
  return missing
}
