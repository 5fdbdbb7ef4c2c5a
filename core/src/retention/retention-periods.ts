import { DEVICE_DAYS } from '../my-bookings/my-bookings.ts'

/** How long records are kept, whatever the business has set. The nightly job, the privacy text and the register read it. */
export const RETENTION = {
  contact_requests: { months: 24 },
  notifications: { months: 12 },
  messages: { months: 12 },
  calendar_days: { months: 12 },
  audit_entries: { months: 24 },
  /** A browser repeats a request within minutes. */
  idempotency_keys: { days: 30 },
  /** The longest time for which a session is valid. */
  sessions: { days: 30 },
  /** Files of customers and bookings that were imported. */
  imports: { days: 7 },
  /** Events that webhooks delivered to other programs. */
  webhook_deliveries: { days: 30 },
  /** E-mails in files, while no mail server is set. */
  mail_files: { days: 30 },
} as const

/** Hours for which an admin can download a copy of the business's data. */
export const COPY_HOURS = 24

/** The number of records that a run of the retention removed, by kind. */
export const retentionKinds = [
  'customers',
  'contact_requests',
  'waiting_list_entries',
  'notifications',
  'messages',
  'sessions',
  'idempotency_keys',
  'calendar_days',
  'audit_entries',
  'uploads',
  'imports',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** The part of the configuration that says when customers are anonymised; 0 is never. */
type RetentionSetting = { app_retention_months: number }

export const RETENTION_LIMITS = { least: 6, most: 120 }

/** '2 anni', '18 mesi', '30 giorni' */
export function periodText(period: { months: number } | { days: number }): string {
  if ('days' in period) return `${period.days} giorni`
  const { months } = period
  return months % 12 === 0 ? (months === 12 ? '12 mesi' : `${months / 12} anni`) : `${months} mesi`
}

/** How long each kind of record is kept, for the settings and the register. */
export const retentionRows = ({ app_retention_months: months }: RetentionSetting) => [
  {
    data: 'Clienti e prenotazioni',
    kept:
      months > 0
        ? `${periodText({ months })} dall’ultima visita, poi senza nome`
        : 'finché servono; poi si cancellano a mano',
  },
  { data: 'Richieste di contatto', kept: periodText(RETENTION.contact_requests) },
  { data: 'Lista d’attesa', kept: 'fino al giorno desiderato' },
  { data: 'Notifiche allo staff', kept: periodText(RETENTION.notifications) },
  { data: 'Elenco delle email inviate', kept: periodText(RETENTION.messages) },
  { data: 'Elenco degli avvisi ad altri programmi', kept: periodText(RETENTION.webhook_deliveries) },
  { data: 'Registro attività', kept: periodText(RETENTION.audit_entries) },
  { data: 'Accessi scaduti', kept: periodText(RETENTION.sessions) },
  { data: 'Dispositivi conosciuti', kept: '90 giorni dall’ultimo uso' },
  { data: 'File importati', kept: periodText(RETENTION.imports) },
  { data: 'Copia dei dati dell’attività', kept: `${COPY_HOURS} ore` },
  { data: 'Dispositivi ricordati dei clienti', kept: `${DEVICE_DAYS} giorni dall’ultimo uso` },
  { data: 'Operazioni che il programma deve ancora completare, senza nomi né recapiti', kept: '30 giorni al massimo' },
]

/** The periods as sentences for customers, one an item. */
export const retentionTexts = ({ app_retention_months: months }: RetentionSetting) => [
  months > 0
    ? `I tuoi dati e le tue prenotazioni: fino a ${periodText({ months })} dopo l’ultima visita; poi togliamo nome, email, telefono e note, e della visita restano solo servizio, giorno, ora e prezzo. Se abbiamo dovuto bloccare le tue prenotazioni o se hai chiesto di limitare l’uso dei dati, li conserviamo finché serve a questo.`
    : 'I tuoi dati e le tue prenotazioni: per il tempo che serve a gestirle e, dopo, per quello che la legge ci impone o che serve a far valere un diritto.',
  `Le richieste che ci scrivi dal sito: ${periodText(RETENTION.contact_requests)}.`,
  'Le richieste in lista d’attesa: fino al giorno che vorresti, compreso.',
  `Gli avvisi al nostro staff e l’elenco delle email inviate: ${periodText(RETENTION.messages)}.`,
  `Il registro di chi ha fatto che cosa sui dati, che non contiene i tuoi recapiti: ${periodText(RETENTION.audit_entries)}.`,
]
