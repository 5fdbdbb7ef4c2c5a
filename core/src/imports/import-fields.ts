/** Kinds of files: each line is a customer or a future booking. */
export const importKinds = ['customers', 'bookings'] as const
export type ImportKind = (typeof importKinds)[number]

/** The meanings of columns, with their labels. */
export const importFields = {
  name: 'Nome',
  surname: 'Cognome',
  full_name: 'Nome e cognome insieme',
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

const PERSON = ['name', 'surname', 'full_name', 'email', 'telephone', 'other_telephone'] as const

export const fieldsOfKind = {
  customers: [...PERSON, 'notes'],
  bookings: ['day', 'hour', 'service', 'calendar', ...PERSON, 'status'],
} as const satisfies Record<ImportKind, readonly ImportField[]>

/** The meaning of each column in order; null: the column is not imported. */
export type FieldsOfColumns = (ImportField | null)[]

/** Headings of other systems' exports by field, folded, the most telling first. */
const HEADINGS: Record<ImportField, string[]> = {
  name: ['nome', 'first name', 'firstname', 'given name', 'nome cliente', 'customer first name', 'client first name'],
  surname: ['cognome', 'last name', 'lastname', 'surname', 'family name', 'cognome cliente', 'customer last name'],
  full_name: [
    'nome e cognome',
    'cognome e nome',
    'nominativo',
    'full name',
    'fullname',
    'client name',
    'customer name',
    'client',
    'customer',
    'cliente',
    'name',
    'display name',
  ],
  email: ['email', 'e mail', 'mail', 'email address', 'e mail address', 'indirizzo email', 'posta elettronica'],
  telephone: [
    'cellulare',
    'telefono cellulare',
    'mobile',
    'mobile number',
    'mobile phone',
    'telefono',
    'numero di telefono',
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'cell',
    'recapito',
  ],
  other_telephone: [
    'telefono fisso',
    'telefono casa',
    'landline',
    'home phone',
    'telephone',
    'telefono',
    'phone number',
    'phone',
  ],
  notes: ['note', 'notes', 'note interne', 'client notes', 'customer notes', 'annotazioni', 'comments'],
  day: [
    'data',
    'data e ora',
    'data appuntamento',
    'data prenotazione',
    'giorno',
    'scheduled date',
    'appointment date',
    'start datetime',
    'start date',
    'start',
    'inizio',
    'date',
    'start time',
  ],
  hour: [
    'ora',
    'orario',
    'ora inizio',
    'ora di inizio',
    'dalle',
    'scheduled time',
    'appointment time',
    'time',
    'start hour',
    'start time',
  ],
  service: [
    'servizio',
    'servizi',
    'service',
    'services',
    'service name',
    'trattamento',
    'prestazione',
    'type',
    'appointment type',
  ],
  calendar: [
    'calendario',
    'operatore',
    'con chi',
    'staff',
    'team member',
    'staff member',
    'staff name',
    'provider',
    'employee',
    'calendar',
    'professionista',
    'collaboratore',
  ],
  status: ['stato', 'status', 'appointment status', 'booking status', 'esito'],
}

/** 'E-mail Address ' → 'e mail address'; 'start_datetime' → 'start datetime' */
export const foldHeading = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Guesses the meaning of each column from its heading; each meaning is used once. */
export function guessFields(kind: ImportKind, headings: readonly string[]): FieldsOfColumns {
  const folded = headings.map(foldHeading)
  const guessed: FieldsOfColumns = headings.map(() => null)
  const allowed: readonly ImportField[] = fieldsOfKind[kind]
  for (const field of allowed) {
    const found = HEADINGS[field].map((known) => folded.findIndex((heading, i) => heading === known && !guessed[i]))
    const column = found.find((i) => i >= 0)
    if (column !== undefined) guessed[column] = field
  }
  return withFullName(guessed)
}

/** A name without a column of surnames is the full name. */
function withFullName(guessed: FieldsOfColumns): FieldsOfColumns {
  const isSplit = guessed.includes('name') && guessed.includes('surname')
  if (isSplit) return guessed.map((field) => (field === 'full_name' ? null : field))
  if (guessed.includes('full_name'))
    return guessed.map((field) => (field === 'name' || field === 'surname' ? null : field))
  return guessed.map((field) => (field === 'name' ? 'full_name' : field))
}

/** Names the missing columns for the screen; an empty list if the file can be checked. */
export function missingFields(kind: ImportKind, fields: FieldsOfColumns): string[] {
  const has = (...wanted: ImportField[]) => wanted.some((field) => fields.includes(field))
  const missing: string[] = []
  if (!has('name', 'full_name')) missing.push('il nome del cliente')
  if (kind === 'customers' && !has('email', 'telephone')) missing.push('l’email o il telefono')
  if (kind === 'bookings' && !has('day')) missing.push('la data')
  if (kind === 'bookings' && !has('service')) missing.push('il servizio')
  return missing
}
