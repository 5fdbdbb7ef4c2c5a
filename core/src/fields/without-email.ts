/** A domain that never has a mail server (RFC 2606). */
const NOWHERE = '@senza-email.invalid'

/** The placeholder that the staff's forms send for a customer without an e-mail address. */
export const WITHOUT_EMAIL = `nessuna${NOWHERE}`

/** The text on screen for a customer without an e-mail address. */
export const NO_EMAIL = 'Senza email'

/** Whether an address is a placeholder; the mailer never sends to it. */
export const isWithoutEmail = (email: string) => email.trim().toLowerCase().endsWith(NOWHERE)

export const shownEmail = (email: string) => (isWithoutEmail(email) ? NO_EMAIL : email)

/**
 * Replaces the placeholder by one with the person's telephone number. Customers are identified by e-mail and name:
 * this keeps two people apart who have the same name, no e-mail and different numbers.
 */
export const withOwnEmail = <Person extends { email: string; telephone: string }>(person: Person): Person =>
  person.email.trim().toLowerCase() === WITHOUT_EMAIL
    ? { ...person, email: `${person.telephone.toLowerCase().replace(/[^a-z\d]+/g, '-')}${NOWHERE}` }
    : person
