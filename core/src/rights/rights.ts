/** The rights in the order of their table, with their labels. */
export const rightNames = {
  bookings: 'Vedere l’agenda e le prenotazioni',
  booking_changes: 'Aggiungere, modificare e spostare le prenotazioni',
  cancellations: 'Disdire le prenotazioni',
  waiting_list: 'Gestire la lista d’attesa',
  contacts: 'Vedere email e telefono dei clienti',
  customers: 'Aprire l’elenco e le schede dei clienti',
  contact_requests: 'Leggere le richieste di contatto',
  health_notes: 'Leggere e scrivere le note sulla salute',
  timetable: 'Vedere servizi, calendari e chiusure',
  account: 'Gestire il proprio profilo e i propri accessi',
  timetable_changes: 'Modificare servizi, calendari e chiusure',
  unusual_bookings: 'Vedere e disdire le prenotazioni insolite',
  customer_changes: 'Bloccare e unire i clienti',
  customer_export: 'Esportare i dati di un cliente',
  erasure: 'Cancellare i dati di un cliente o limitarne il trattamento',
  reports: 'Vedere le statistiche dell’attività',
  exports: 'Esportare l’elenco di prenotazioni e clienti',
  imports: 'Importare clienti e prenotazioni da un file',
  users: 'Gestire utenti e permessi',
  configuration: 'Cambiare sito, domini, regole e privacy',
  audit: 'Leggere ed esportare il registro attività',
} as const satisfies Record<string, string>

export type Right = keyof typeof rightNames

export const rights = Object.keys(rightNames) as [Right, ...Right[]]
