import { conflict, limitReached, notFound } from '../../lib/errors.ts'

/** From one network address, or of one business. */
export const TooManyHolds = conflict('In questo momento non si possono tenere altri orari.')

export const TooManyHoldsOfDay = limitReached(() => 'Per oggi non si possono tenere altri orari.')

/** A key lacks the right `read` or `book`. */
export const KeyRightMissing = notFound('La chiave non ha il diritto di farlo.')

/** A program with a key may see the service, but visitors may not, so no page has its form. */
export const NotOnSite = conflict('Questo servizio non si prenota dal sito.')
