/** Ignores case, Unicode composition and repeated spaces. */
const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * The identity of a customer: e-mail and full name, both case folded.
 * Relatives who share an e-mail address stay two customers.
 */
export const customerIdentity = ({ email, name, surname }: { email: string; name: string; surname: string }) =>
  `${fold(email)} ${fold(`${name} ${surname}`)}`
