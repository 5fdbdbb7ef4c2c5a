/**
 * The placeholders that a user without the right to see contacts gets. An address that nothing is sent to, like those of
 * customers without e-mail; saving a placeholder keeps the stored value.
 */
export const HIDDEN_EMAIL = 'riservata@senza-email.invalid'
export const HIDDEN_TELEPHONE = 'Riservato'

type Contacts = { email: string; telephone: string }

export const hasHiddenContacts = ({ email, telephone }: Contacts) =>
  email === HIDDEN_EMAIL || telephone === HIDDEN_TELEPHONE

/** Replaces placeholders by the known contacts of the same person. */
export const withKnownContacts = <P extends Contacts>(person: P, contacts: Contacts): P => ({
  ...person,
  email: person.email === HIDDEN_EMAIL ? contacts.email : person.email,
  telephone: person.telephone === HIDDEN_TELEPHONE ? contacts.telephone : person.telephone,
})
