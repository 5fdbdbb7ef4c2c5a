import type { Role } from './role.ts'

/** The rights in the order of their table: the lowest role that has each, which its endpoints declare, and its label. */
export const RIGHTS = {
  bookings: { role: 'operator', name: 'Vedere l’agenda e le prenotazioni' },
  booking_changes: { role: 'operator', name: 'Aggiungere, modificare e spostare le prenotazioni' },
  cancellations: { role: 'operator', name: 'Disdire le prenotazioni' },
  waiting_list: { role: 'operator', name: 'Gestire la lista d’attesa' },
  contacts: { role: 'operator', name: 'Vedere email e telefono dei clienti' },
  customers: { role: 'operator', name: 'Aprire l’elenco e le schede dei clienti' },
  contact_requests: { role: 'operator', name: 'Leggere le richieste di contatto' },
  health_notes: { role: 'operator', name: 'Leggere e scrivere le note sulla salute' },
  timetable: { role: 'operator', name: 'Vedere servizi, calendari e chiusure' },
  account: { role: 'operator', name: 'Gestire il proprio profilo e i propri accessi' },
  timetable_changes: { role: 'editor', name: 'Modificare servizi, calendari e chiusure' },
  unusual_bookings: { role: 'editor', name: 'Vedere e disdire le prenotazioni insolite' },
  customer_changes: { role: 'editor', name: 'Bloccare e unire i clienti' },
  customer_export: { role: 'editor', name: 'Esportare i dati di un cliente' },
  erasure: { role: 'admin', name: 'Cancellare i dati di un cliente o limitarne il trattamento' },
  reports: { role: 'admin', name: 'Vedere le statistiche dell’attività' },
  exports: { role: 'admin', name: 'Esportare l’elenco di prenotazioni e clienti' },
  data_copies: { role: 'admin', name: 'Avere una copia di tutti i dati dell’attività' },
  imports: { role: 'admin', name: 'Importare clienti e prenotazioni da un file' },
  users: { role: 'admin', name: 'Gestire utenti e permessi' },
  configuration: { role: 'admin', name: 'Cambiare sito, domini, regole e privacy' },
  audit: { role: 'admin', name: 'Leggere ed esportare il registro attività' },
} as const satisfies Record<string, { role: Role; name: string }>

export type Right = keyof typeof RIGHTS

export const rights = Object.keys(RIGHTS) as [Right, ...Right[]]
