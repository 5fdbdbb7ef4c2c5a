import { RETENTION } from '../retention/retention-periods.ts'

/** The outcomes of lines in the order of the list: lines that need attention first. */
export const lineOutcomeNames = [
  'error',
  'conflict',
  'kept',
  'duplicate',
  'skipped',
  'present',
  'update',
  'new',
  'updated',
  'imported',
  'undone',
] as const
export type LineOutcome = (typeof lineOutcomeNames)[number]

/** How long the lines of a file are kept, and an import can be undone. */
export const IMPORT_DAYS = RETENTION.imports.days

/** Most lines of a file. */
export const MAX_LINES = 20_000

/** The place of a line in the list: by outcome, those with a reason first, then by line. */
export const toSortPosition = (outcome: LineOutcome, line: number, hasReasons: boolean) =>
  (lineOutcomeNames.indexOf(outcome) + 1) * 1_000_000 + (hasReasons ? 0 : 500_000) + line

/** Why a line has its outcome. */
const lineReasons = {
  name_missing: 'manca il nome',
  name_invalid: 'nome non valido o troppo lungo',
  email_invalid: 'email non valida',
  telephone_invalid: 'telefono non valido',
  telephone_left_out: 'senza il telefono, che non è valido',
  email_left_out: 'senza l’email, che non è valida',
  name_doubtful: 'lettere strane nel nome',
  contact_missing: 'mancano email e telefono',
  notes_too_long: 'note troppo lunghe',
  day_missing: 'manca la data',
  day_invalid: 'data non valida',
  hour_missing: 'manca l’ora',
  hour_invalid: 'ora non valida',
  service_missing: 'manca il servizio',
  service_unknown: 'servizio non riconosciuto',
  service_skipped: 'servizio che hai scelto di saltare',
  calendar_unknown: 'calendario non riconosciuto',
  calendar_without_service: 'quel calendario non fa questo servizio',
  customer_unknown: 'cliente non trovato: mancano email e telefono',
  customer_ambiguous: 'più clienti hanno questo nome',
  same_line: 'uguale a un’altra riga',
  shared_contact: 'recapito di un altro cliente',
  restricted: 'cliente con trattamento limitato',
  blocked: 'cliente bloccato',
  already_booked: 'già in agenda',
  past: 'data passata',
  cancelled: 'disdetta nel file',
  not_bookable: 'orario non prenotabile',
  conflict_booking: 'occupato da un’altra prenotazione',
  conflict_closure: 'in quel momento è chiuso',
  conflict_hours: 'fuori dagli orari di apertura',
  conflict_limit: 'il calendario ha già tutte le prenotazioni che accetta in un giorno',
  changed_since: 'modificato dopo l’importazione',
  has_bookings: 'ha prenotazioni',
  reminded: 'il promemoria è già partito',
} as const satisfies Record<string, string>

export type LineReason = keyof typeof lineReasons

/** 'email non valida; manca il nome', with the number of the other line. */
export function reasonsText(reasons: readonly LineReason[], otherLine: number | null): string {
  return reasons
    .map((reason) => (reason === 'same_line' && otherLine ? `uguale alla riga ${otherLine}` : lineReasons[reason]))
    .join('; ')
}
