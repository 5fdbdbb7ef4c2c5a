/** Case, accents' encoding and runs of spaces make no other person. */
const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * What makes two bookings the same customer's: e-mail and full name, both case folded.
 * Relatives who share an e-mail stay two people.
 */
export const customerIdentity = ({ email, name, surname }: { email: string; name: string; surname: string }) =>
  `${fold(email)} ${fold(`${name} ${surname}`)}`
