/** A domain that never has a mail server (RFC 2606). */
const NOWHERE = '@senza-email.invalid'

/** The placeholder that the staff's forms send for a customer without an e-mail address. */
export const WITHOUT_EMAIL = `nessuna${NOWHERE}`

/** The text on screen for a customer without an e-mail address. */
export const NO_EMAIL = 'Senza email'

/** Whether an address is a placeholder; the mailer never sends to it. */
export const isWithoutEmail = (email: string) => email.trim().toLowerCase().endsWith(NOWHERE)

export const shownEmail = (email: string) => (isWithoutEmail(email) ? NO_EMAIL : email)

/** The staff's forms send it for a customer without a telephone number, which is stored empty; also the text on screen. */
export const NO_TELEPHONE = 'Senza telefono'

/**
 * Replaces the placeholders of missing contacts: the e-mail address by one with the person's telephone number. Customers are
 * identified by e-mail and name: this keeps two people apart who have the same name, no e-mail and different numbers.
 */
export function replacePlaceholders<Person extends { email: string; telephone: string }>(person: Person): Person {
  const telephone = person.telephone === NO_TELEPHONE ? '' : person.telephone
  if (person.email.trim().toLowerCase() !== WITHOUT_EMAIL) return { ...person, telephone }
  const box = telephone.toLowerCase().replace(/[^a-z\d]+/g, '-') || WITHOUT_EMAIL.split('@')[0]
  return { ...person, telephone, email: `${box}${NOWHERE}` }
}
