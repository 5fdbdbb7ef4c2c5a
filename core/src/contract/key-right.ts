/** The rights of an API key; an endpoint that accepts keys declares one of them. */
export const keyRights = ['read', 'book', 'customers'] as const
export type KeyRight = (typeof keyRights)[number]

export const keyRightNames: Record<KeyRight, string> = {
  read: 'Leggere servizi, orari e prenotazioni',
  book: 'Prenotare, spostare e disdire',
  customers: 'Leggere i clienti e i loro recapiti',
}
