import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import type { DemoBusiness, DemoCalendar, DemoService, Hours } from './demo-business.ts'

/** Studio Armonia: the main demo business. All names are invented. */

const COVER = 'cover'

const CONFIGURATION = {
  app_name: 'Studio Armonia',
  app_primary_color: '#0f766e',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#f97316',
  app_secondary_text_color: '#ffffff',
  welcome_text:
    'Fisioterapia, massaggi e cura del corpo nel cuore di Bologna. Scegli il trattamento, il giorno e l’ora: al resto pensiamo noi.',
  contact_text: 'Hai una domanda o non trovi l’orario giusto? Scrivici: ti richiamiamo entro la giornata.',
  address: 'Via delle Moline 12, 40126 Bologna',
  piva: '01234567897',
  phone: '051 000 0142',
  email: 'ciao@studioarmonia.example',
  linkedin: '',
  facebook: '',
  instagram: '',
  whatsapp: '+39 051 000 0142',
  app_day_reminder: 1,
  app_simultaneous_bookings_enabled: true,
  app_booking_max_months: 3,
  app_booking_hours_notice: 2,
}

const STAFF = [
  { name: 'Marta', surname: 'Ferrari', email: 'admin@demo.it', role: 'admin', phone: '3330000101' },
  { name: 'Davide', surname: 'Conti', email: 'editor@demo.it', role: 'editor', phone: '3330000102' },
  { name: 'Sara', surname: 'Gallo', email: 'operatore@demo.it', role: 'operator', phone: '3330000103' },
]

/** The owner of the demo business before its onboarding. */
export const NEW_OWNER = {
  name: 'Irene',
  surname: 'Fabbri',
  email: 'titolare@nuovo.it',
  role: 'admin',
  phone: '3330000201',
}

const DAY: Hours = [
  [parsePlainTime('09:00'), parsePlainTime('13:00')],
  [parsePlainTime('14:30'), parsePlainTime('19:30')],
]
const LATE: Hours = [
  [parsePlainTime('10:00'), parsePlainTime('13:00')],
  [parsePlainTime('14:30'), parsePlainTime('20:30')],
]
const MORNING: Hours = [[parsePlainTime('09:00'), parsePlainTime('13:00')]]

const CALENDARS: DemoCalendar[] = [
  {
    name: 'Fisioterapia',
    description: 'Ambulatorio al primo piano',
    capacity: 1,
    week: [DAY, DAY, LATE, DAY, DAY, MORNING, []],
  },
  {
    name: 'Massaggi',
    description: 'Due cabine al piano terra',
    capacity: 2,
    week: [[], LATE, LATE, LATE, LATE, DAY, []],
  },
  {
    name: 'Mani e piedi',
    description: 'Postazione all’ingresso',
    capacity: 1,
    week: [[], DAY, DAY, LATE, DAY, DAY, []],
  },
]

const SERVICES: DemoService[] = [
  {
    calendar: 0,
    name: 'Prima valutazione fisioterapica',
    category: 'Fisioterapia',
    picture: 'valutazione',
    duration: 60,
    amount: '60.00',
    discounted_amount: '45.00',
    color: '#0f766e',
    description: 'Colloquio, esame del movimento e un piano di lavoro da portare a casa.',
    allow_patient_notes: true,
  },
  {
    calendar: 0,
    name: 'Seduta di fisioterapia',
    category: 'Fisioterapia',
    picture: 'fisioterapia',
    duration: 45,
    amount: '50.00',
    color: '#0891b2',
    description: 'Terapia manuale ed esercizi mirati, con il tuo fisioterapista di riferimento.',
  },
  {
    calendar: 0,
    name: 'Rieducazione posturale',
    category: 'Fisioterapia',
    picture: 'posturale',
    duration: 60,
    amount: '55.00',
    color: '#4f46e5',
    description: 'Un percorso individuale per schiena, collo e spalle.',
  },
  {
    calendar: 1,
    name: 'Massaggio rilassante',
    category: 'Massaggi',
    picture: 'rilassante',
    duration: 50,
    amount: '55.00',
    color: '#be185d',
    description: 'Cinquanta minuti con olio caldo di mandorle, a luci basse.',
  },
  {
    calendar: 1,
    name: 'Massaggio decontratturante',
    category: 'Massaggi',
    picture: 'decontratturante',
    duration: 50,
    amount: '60.00',
    color: '#c2410c',
    description: 'Lavoro profondo su schiena, collo e spalle tese.',
  },
  {
    calendar: 1,
    name: 'Massaggio sportivo',
    category: 'Massaggi',
    picture: 'sportivo',
    duration: 30,
    amount: '38.00',
    discounted_amount: '32.00',
    color: '#65a30d',
    description: 'Prima o dopo l’allenamento, per gambe più leggere.',
  },
  {
    calendar: 2,
    name: 'Manicure',
    category: 'Mani e piedi',
    picture: 'manicure',
    duration: 30,
    amount: '22.00',
    color: '#db2777',
    description: 'Limatura, cuticole e smalto a scelta.',
  },
  {
    calendar: 2,
    name: 'Pedicure curativo',
    category: 'Mani e piedi',
    picture: 'pedicure',
    duration: 45,
    amount: '38.00',
    color: '#9333ea',
    description: 'Cura completa del piede con strumenti sterilizzati.',
  },
  {
    calendar: 2,
    name: 'Smalto semipermanente',
    category: 'Mani e piedi',
    picture: 'smalto',
    duration: 45,
    amount: '30.00',
    discounted_amount: '27.00',
    color: '#e11d48',
    description: 'Colore che dura tre settimane, con rimozione compresa.',
  },
  {
    calendar: 0,
    name: 'Controllo dopo l’intervento',
    category: 'Fisioterapia',
    duration: 30,
    amount: '40.00',
    color: '#475569',
    description: 'Solo su accordo con lo studio.',
    visible_frontend: false,
  },
]

const NOTES = [
  'Mal di schiena da due settimane, peggiora la sera.',
  'Operata al ginocchio destro a settembre: porto la lettera di dimissione.',
  'Preferisco non usare oli profumati, grazie.',
  'Cammino con una stampella: serve l’ascensore.',
]

export const STUDIO: DemoBusiness = {
  cover: COVER,
  configuration: CONFIGURATION,
  staff: STAFF,
  calendars: CALENDARS,
  services: SERVICES,
  notes: NOTES,
}

export const FIRST_NAMES = [
  'Giulia',
  'Marco',
  'Francesca',
  'Luca',
  'Chiara',
  'Andrea',
  'Elena',
  'Matteo',
  'Silvia',
  'Paolo',
  'Alessia',
  'Stefano',
  'Valentina',
  'Giorgio',
  'Federica',
  'Simone',
  'Laura',
  'Riccardo',
  'Anna',
  'Nicola',
  'Beatrice',
  'Tommaso',
  'Ilaria',
  'Pietro',
  'Martina',
  'Filippo',
  'Camilla',
  'Emanuele',
  'Roberta',
  'Antonio',
]

export const LAST_NAMES = [
  'Rossi',
  'Bianchi',
  'Romano',
  'Colombo',
  'Ricci',
  'Marino',
  'Greco',
  'Bruno',
  'Costa',
  'Giordano',
  'Rizzo',
  'Lombardi',
  'Moretti',
  'Barbieri',
  'Fontana',
  'Santoro',
  'Mariani',
  'Rinaldi',
  'Caruso',
  'Ferrara',
  'Galli',
  'Martini',
  'Leone',
  'Longo',
  'Gentile',
  'Martinelli',
  'Vitale',
  'Serra',
  'Coppola',
  'D’Angelo',
]
