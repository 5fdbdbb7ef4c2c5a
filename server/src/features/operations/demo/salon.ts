import { type PlainTime, parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import type { DemoBusiness, DemoCalendar, DemoService, DemoWaiting, Hours } from './demo-business.ts'

/** Salone Lidia: three hairdressers with the same services, and a waiting list for Saturday. All names are invented. */

const COVER = 'salone'

const CONFIGURATION = {
  app_name: 'Salone Lidia',
  app_primary_color: '#9d174d',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#0f766e',
  app_secondary_text_color: '#ffffff',
  welcome_text: 'Taglio, colore e piega in una bottega di quartiere. Scegli con chi, o lascia scegliere a noi.',
  contact_text: 'Una cerimonia, un cambio di look, un dubbio sul colore? Scrivici due righe.',
  address: 'Via Galliera 58, 40121 Bologna',
  piva: '01234567897',
  phone: '051 000 0177',
  email: 'ciao@salonelidia.example',
  linkedin: '',
  facebook: '',
  instagram: '',
  whatsapp: '+39 051 000 0177',
  app_day_reminder: 1,
  app_simultaneous_bookings_enabled: false,
  app_booking_max_months: 2,
  app_booking_hours_notice: 2,
  app_change_hours_notice: 12,
}

const STAFF = [
  { name: 'Lidia', surname: 'Neri', email: 'titolare@salone.it', role: 'admin', phone: '3330000301' },
  { name: 'Bruno', surname: 'Sala', email: 'bruno@salone.it', role: 'operator', phone: '3330000302' },
]

const at = (from: string, to: string): [PlainTime, PlainTime] => [parsePlainTime(from), parsePlainTime(to)]

const WHOLE: Hours = [at('09:00', '13:00'), at('14:00', '19:00')]
const LATE: Hours = [at('11:00', '14:00'), at('15:00', '20:30')]
const MORNING: Hours = [at('09:00', '13:30')]

const CALENDARS: DemoCalendar[] = [
  {
    name: 'Lidia Neri',
    public_name: 'Lidia',
    public_note: 'Titolare: tagli e acconciature da vent’anni',
    description: 'Titolare, poltrona alla finestra',
    capacity: 1,
    week: [[], WHOLE, WHOLE, LATE, WHOLE, WHOLE, []],
  },
  {
    name: 'Bruno Sala',
    public_name: 'Bruno',
    public_note: 'Tagli da uomo e barba',
    description: 'Tagli e barba, seconda poltrona',
    capacity: 1,
    week: [[], WHOLE, LATE, WHOLE, WHOLE, WHOLE, []],
  },
  {
    name: 'Zoe Amato',
    public_name: 'Zoe',
    public_note: 'Colore e pieghe',
    description: 'Colore e pieghe, terza poltrona',
    capacity: 1,
    week: [[], [], WHOLE, WHOLE, LATE, MORNING, []],
  },
]

const [LIDIA, BRUNO, ZOE] = [0, 1, 2]

const SERVICES: DemoService[] = [
  {
    calendar: LIDIA,
    others: [BRUNO, ZOE],
    name: 'Taglio e piega',
    duration: 60,
    amount: '42.00',
    color: '#be185d',
    category: 'Capelli',
    description: 'Consulenza, shampoo, taglio e piega a spazzola.',
    picture: 'taglio',
  },
  {
    calendar: LIDIA,
    others: [BRUNO, ZOE],
    name: 'Piega',
    duration: 30,
    amount: '22.00',
    discounted_amount: '19.00',
    color: '#c2410c',
    category: 'Capelli',
    description: 'Liscia, mossa o raccolta: dura fino al fine settimana.',
    picture: 'piega',
  },
  {
    calendar: LIDIA,
    others: [ZOE],
    name: 'Colore',
    duration: 90,
    buffer_after: 10,
    amount: '58.00',
    color: '#7c3aed',
    category: 'Capelli',
    description: 'Copertura o cambio di tono, con prodotti senza ammoniaca.',
    allow_patient_notes: true,
    picture: 'colore',
  },
  {
    calendar: BRUNO,
    others: [LIDIA],
    name: 'Taglio uomo',
    duration: 30,
    amount: '24.00',
    color: '#0369a1',
    category: 'Uomo',
    description: 'Forbice o macchinetta, con shampoo.',
  },
  {
    calendar: BRUNO,
    name: 'Barba',
    duration: 20,
    slot_step: 10,
    amount: '16.00',
    color: '#475569',
    category: 'Uomo',
    description: 'Panno caldo, rasoio e olio.',
  },
]

const NOTES = [
  'Ho i capelli molto lunghi.',
  'Sono allergica alla parafenilendiammina, per favore usate la linea senza.',
  'Vorrei tornare al mio castano.',
  'Arrivo direttamente dal lavoro, forse con cinque minuti di ritardo.',
]

/** The waiting list of the fully booked Saturday. */
const WAITING: DemoWaiting[] = [
  { service: 0, calendar: LIDIA, part: 'morning' },
  { service: 1, calendar: null, part: null },
  { service: 3, calendar: null, part: 'afternoon' },
]

export const SALON: DemoBusiness = {
  cover: COVER,
  configuration: CONFIGURATION,
  staff: STAFF,
  calendars: CALENDARS,
  services: SERVICES,
  notes: NOTES,
  waiting: WAITING,
}
