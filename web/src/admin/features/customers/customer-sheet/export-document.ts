import type { CustomerExport } from '@prenoto/core/customers/customer-schema.ts'
import { formatCost, formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { SOURCE_NAMES } from '../../reports/source-names.ts'

/** How to write the data of a customer: the name of the business, its time zone and the present time. */
type ExportDocumentOptions = { business: string; timeZone: string; now: Date }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string | number) => String(text).replace(/[&<>"']/g, (mark) => ESCAPES[mark]!)

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#1c1917;max-width:60rem;overflow-wrap:anywhere;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin-top:2rem;break-after:avoid}
article{border-top:1px solid #d6d3d1;padding:.75rem 0;break-inside:avoid}h3{font-size:1rem;margin:0 0 .25rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) minmax(0,1fr);gap:.15rem 1rem;margin:0}
dt{color:#57534e}dd{margin:0;white-space:pre-line}
@media(max-width:32rem){dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.5rem}}`

const ATTENDANCES = { arrived: 'Arrivato', completed: 'Concluso', no_show: 'Non presentato' }

const CHANGES: Record<string, string> = {
  rescheduled: 'Spostata',
  person: 'Dati del cliente cambiati',
  cancelled: 'Disdetta',
  restored: 'Ripristinata',
  attendance: 'Esito segnato',
  telephone: 'Telefono cambiato',
}

const PARTS = { morning: 'mattina', lunch: 'pausa pranzo', afternoon: 'pomeriggio', evening: 'sera' }

/** All stored data of a customer as one HTML page without scripts or other files, to read and print. */
export function exportDocument(data: CustomerExport, { business, timeZone, now }: ExportDocumentOptions): string {
  const {
    customer,
    bookings,
    booking_history,
    contact_requests,
    waiting_list_entries,
    text_consents,
    after_visit_refused_at,
    imported_lines,
    health,
  } = data
  const format = new Intl.DateTimeFormat('it', { dateStyle: 'long', timeStyle: 'short', timeZone })
  const instant = (text: string | null) => text && format.format(new Date(text))
  const consents = [
    ...bookings.flatMap(consentFrom('prenotando')),
    ...contact_requests.flatMap(consentFrom('scrivendo dal sito')),
    ...waiting_list_entries.flatMap(consentFrom('in lista d’attesa')),
  ]
  const name = `${customer.name} ${customer.surname}`.trim()
  const sections = [
    section('Chi è', [
      entry('', [
        ['Nome', name],
        ['Email', customer.email],
        ['Telefono', customer.telephone],
        ['Cliente dal', instant(customer.created_at)],
        ['Note dello staff', customer.notes],
        ['Bloccato dal', instant(customer.blocked_at)],
        ['Messaggi dopo la visita rifiutati il', instant(after_visit_refused_at)],
      ]),
      ...customer.also_known_as.map((other) =>
        entry('Conosciuto anche come', [
          ['Nome', `${other.name} ${other.surname}`],
          ['Email', other.email],
          ['Telefono', other.telephone],
        ]),
      ),
    ]),
    section(
      'Prenotazioni',
      bookings.map((booking) =>
        entry(`${formatDate(booking.visit_day)} alle ${toShortTime(booking.visit_hour)}`, [
          [
            'Servizio',
            `${booking.service_name}, ${booking.service_duration} minuti, ${formatCost(booking.service_price)}`,
          ],
          ['A nome di', `${booking.name} ${booking.surname}`],
          ['Email', booking.email],
          ['Telefono', booking.telephone],
          ['Note del cliente', booking.patient_notes],
          ['Esito', booking.attendance && ATTENDANCES[booking.attendance]],
          ['Provenienza', booking.source && SOURCE_NAMES[booking.source]],
          ['Prenotata il', instant(booking.created_at)],
          ['Disdetta il', instant(booking.cancelled_at)],
        ]),
      ),
    ),
    section(
      'Storia delle prenotazioni',
      booking_history.map((change) =>
        entry(CHANGES[change.kind] ?? change.kind, [
          ['Quando', instant(change.at)],
          ['Da chi', change.by_customer ? 'dal cliente' : 'dallo staff'],
          ['Prima', formatMoment(change.previous_day, change.previous_hour)],
          ['Dopo', formatMoment(change.day, change.hour)],
          ['Esito', change.attendance && ATTENDANCES[change.attendance]],
        ]),
      ),
    ),
    section(
      'Lista d’attesa',
      waiting_list_entries.map((waiting) =>
        entry(`${formatDate(waiting.visit_day)}${waiting.part ? `, ${PARTS[waiting.part]}` : ''}`, [
          ['A nome di', `${waiting.name} ${waiting.surname}`],
          ['Email', waiting.email],
          ['Telefono', waiting.telephone],
          ['Chiesto il', instant(waiting.created_at)],
          ['Chiuso il', instant(waiting.ended_at)],
        ]),
      ),
    ),
    section(
      'Richieste di contatto',
      contact_requests.map((request) =>
        entry(instant(request.created_at) ?? '', [
          ['Nome', request.name],
          ['Email', request.email],
          ['Telefono', request.phone],
          ['Messaggio', request.message],
        ]),
      ),
    ),
    ...(text_consents.length > 0
      ? [
          section(
            'Consensi a WhatsApp o SMS',
            text_consents.map((consent) =>
              entry(consent.telephone, [
                ['Dato il', instant(consent.given_at)],
                ['Raccolto', consent.by_customer ? 'dal cliente' : 'dallo staff'],
                ['Revocato il', instant(consent.withdrawn_at)],
              ]),
            ),
          ),
        ]
      : []),
    ...(imported_lines.length > 0
      ? [
          section(
            'Righe di file importati, conservate per pochi giorni',
            imported_lines.map((line) =>
              entry(line.file_name, [
                ['Importata il', instant(line.imported_at)],
                ['Contenuto', line.cells.filter(Boolean).join(' · ')],
              ]),
            ),
          ),
        ]
      : []),
    ...(health
      ? [
          section(
            'Note sulla salute',
            health.notes.map((note) => entry(instant(note.created_at) ?? '', [['Nota', note.text]])),
          ),
          section(
            'Documenti sulla salute',
            health.documents.map((file) =>
              entry(file.name, [
                ['Aggiunto il', instant(file.created_at)],
                ['Contenuto', 'nel file per altri programmi (“Esporta i dati”)'],
              ]),
            ),
          ),
          section(
            'Consensi al trattamento dei dati sulla salute',
            health.consents.map((consent) =>
              entry(formatDate(consent.given_on), [
                ['Registrato il', instant(consent.recorded_at)],
                ['Revocato il', instant(consent.withdrawn_at)],
              ]),
            ),
          ),
        ]
      : []),
    section(
      'Consensi all’informativa',
      consents.map(({ version, at, source }) =>
        entry(`Versione ${version}`, [
          ['Dato il', instant(at)],
          ['Come', source],
        ]),
      ),
    ),
  ]
  const title = `Dati di ${name}`
  return `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
<p>Tutto ciò che ${escapeHtml(business)} conserva di questa persona, al ${escapeHtml(format.format(now))}.</p>
${sections.join('\n')}
</main></body></html>
`
}

type Row = [label: string, value: string | null | undefined]

/** An entry with the fields that have a value. */
function entry(title: string, rows: Row[]): string {
  const fields = rows
    .filter(([, value]) => value)
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value!)}</dd>`)
  return `<article>${title && `<h3>${escapeHtml(title)}</h3>`}<dl>${fields.join('')}</dl></article>`
}

const section = (title: string, entries: string[]) =>
  `<section><h2>${escapeHtml(title)}</h2>${entries.join('\n') || '<p>Niente.</p>'}</section>`

const formatMoment = (
  day: CustomerExport['booking_history'][number]['day'],
  hour: CustomerExport['booking_history'][number]['hour'],
) => day && (hour ? `${formatDate(day)} alle ${toShortTime(hour)}` : formatDate(day))

type Consenting = { privacy_version: string | null; consented_at: string | null }

const consentFrom =
  (source: string) =>
  ({ privacy_version, consented_at }: Consenting) =>
    privacy_version && consented_at ? [{ version: privacy_version, at: consented_at, source }] : []
