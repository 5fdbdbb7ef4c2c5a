/** No mail server can be found under it (RFC 2606). */
const NOWHERE = '@senza-email.invalid'

/** What the staff sends in place of the e-mail of somebody who has none. */
export const WITHOUT_EMAIL = `nessuna${NOWHERE}`

/** What is shown in its place. */
export const NO_EMAIL = 'Senza email'

/** Whether an e-mail only says that there is none: nothing is ever sent to it. */
export const isWithoutEmail = (email: string) => email.trim().toLowerCase().endsWith(NOWHERE)

export const shownEmail = (email: string) => (isWithoutEmail(email) ? NO_EMAIL : email)

/**
 * In place of that the one of this very telephone number. People are known by e-mail and name: of two of one name who have no
 * e-mail, those with different numbers are two.
 */
export const withOwnEmail = <Person extends { email: string; telephone: string }>(person: Person): Person =>
  person.email.trim().toLowerCase() === WITHOUT_EMAIL
    ? { ...person, email: `${person.telephone.toLowerCase().replace(/[^a-z\d]+/g, '-')}${NOWHERE}` }
    : person
