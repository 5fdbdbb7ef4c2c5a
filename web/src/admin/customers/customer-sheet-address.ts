/** The part of a customer's address that leads to the person below the list. */
export const SHEET = 'scheda'
