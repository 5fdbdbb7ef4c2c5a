import { conflict, limitReached } from '../../lib/errors.ts'

/** From one network address, or of one business. */
export const TooManyHolds = conflict('In questo momento non si possono tenere altri orari.')

export const TooManyHoldsOfDay = limitReached(() => 'Per oggi non si possono tenere altri orari.')
