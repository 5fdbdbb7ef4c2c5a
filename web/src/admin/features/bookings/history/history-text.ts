import type { BookingHistoryEntry, PersonField } from '@prenoto/core/bookings/booking-history.ts'
import { textChannelNames } from '@prenoto/core/text-messages/text-channels.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { ATTENDANCES } from '../../../ui/feedback/attendance-texts.ts'
import { overriddenConflictsText } from '../conflicts/overridden-conflicts.tsx'

type Entry<K extends BookingHistoryEntry['kind']> = Extract<BookingHistoryEntry, { kind: K }>
type Visit = Entry<'rescheduled'>['from']

const FIELDS: Record<PersonField, string> = {
  name: 'nome',
  surname: 'cognome',
  email: 'email',
  telephone: 'telefono',
}

const MESSAGES: Record<Entry<'message'>['message'], [sent: string, refused: string]> = {
  confirmation: ['Email di conferma inviata', 'Email di conferma non consegnata'],
  change: ['Email con la modifica inviata', 'Email con la modifica non consegnata'],
  cancellation: ['Email di disdetta inviata', 'Email di disdetta non consegnata'],
  reminder: ['Promemoria inviato', 'Promemoria non consegnato'],
}

const TEXTS: Record<Entry<'text'>['message'], string> = { confirmation: 'conferma', reminder: 'promemoria' }

const FAILURES: Record<NonNullable<Entry<'text'>['reason']>, string> = {
  cap: 'limite di spesa raggiunto',
  consent: 'manca il consenso',
  number: 'non è un cellulare',
  channel: 'canale disattivato',
  undelivered: 'non consegnato entro un’ora',
  unknown: 'il gestore non ha risposto',
}

/** 'WhatsApp: promemoria, consegnato' */
function textState({ channel, message, state, reason }: Entry<'text'>): string {
  const states: Record<typeof state, string> = {
    unknown: 'in attesa di notizie',
    accepted: channel === 'sms' ? 'accettato dal gestore' : 'inviato',
    delivered: 'consegnato',
    read: 'letto',
    failed: reason ? `non riuscito (${FAILURES[reason]})` : 'non riuscito',
  }
  return `${textChannelNames([channel])}: ${TEXTS[message]}, ${states[state]}`
}

/** Text of a history entry: 'Prenotata da Sara Gallo'. */
export function historyText(entry: BookingHistoryEntry): string {
  switch (entry.kind) {
    case 'created':
      return (entry.by ? `Prenotata da ${entry.by}` : formatOrigin(entry)) + formatConflicts(entry)
    case 'rescheduled':
      return `${doneBy('Spostata', entry)}: ${describeReschedule(entry)}${formatConflicts(entry)}`
    case 'person':
      return `${doneBy('Dati del cliente modificati', entry)}: ${entry.fields.map((field) => FIELDS[field]).join(', ')}`
    case 'cancelled':
      return doneBy('Disdetta', entry)
    case 'restored':
      return doneBy('Ripristinata', entry)
    case 'confirmed':
      return doneBy('Confermata', entry)
    case 'telephone':
      return doneBy('Numero usato per il cliente', entry)
    case 'changed':
      return doneBy('Modificata', entry)
    case 'attendance':
      return doneBy(entry.attendance ? `Segnata “${ATTENDANCES[entry.attendance].text}”` : 'Esito tolto', entry)
    case 'text':
      return textState(entry)
    case 'message':
      return MESSAGES[entry.message][Number(entry.is_refused)]!
  }
}

const ORIGINS: Record<NonNullable<Entry<'created'>['source']>, string> = {
  google: 'da Google',
  instagram: 'da Instagram',
  locandina: 'dalla locandina',
  sito: 'dal tuo sito',
  messaggio: 'da un messaggio',
  assistente: 'con un assistente',
}

const formatOrigin = ({ source }: Entry<'created'>) => `Prenotata dal sito${source ? ` (${ORIGINS[source]})` : ''}`

const doneBy = (action: string, { by }: { by: string | null }) => `${action} ${by ? `da ${by}` : 'dal cliente'}`

const formatConflicts = ({ overridden_conflicts }: Pick<Entry<'created'>, 'overridden_conflicts'>) =>
  overridden_conflicts ? `. ${overriddenConflictsText(overridden_conflicts)}` : ''

const formatWhen = ({ visit_day, visit_hour }: Visit) => `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

/** 'da lunedì 23 novembre alle 09:00 a martedì 24 novembre alle 09:00, con Anna invece di Bruno' */
function describeReschedule({ from, to }: Entry<'rescheduled'>) {
  const changes = [
    formatWhen(from) !== formatWhen(to) && `da ${formatWhen(from)} a ${formatWhen(to)}`,
    from.calendar_name !== to.calendar_name && `con ${to.calendar_name} invece di ${from.calendar_name}`,
    from.service_name !== to.service_name && `${to.service_name} invece di ${from.service_name}`,
  ]
  return changes.filter((change) => change).join(', ')
}
