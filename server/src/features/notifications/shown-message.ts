/** Placeholder for the name of the customer; filled in when the message is read. */
export const CUSTOMER = '{cliente}'

/** Placeholder for the name of the colleague. */
export const COLLEAGUE = '{utente}'

/** A stored message with the present data of its records. */
export type StoredMessage = {
  message: string
  customer: string | null
  colleague: string | null
  is_contact: boolean
  contact: { name: string; email: string; phone: string; message: string } | null
}

/** Fills in the placeholders; erased and deleted records have neutral names. */
export function shownMessage(
  { message, customer, colleague, is_contact, contact }: StoredMessage,
  { hidesContacts }: { hidesContacts: boolean },
): string {
  if (!is_contact)
    return message
      .replaceAll(CUSTOMER, () => customer ?? 'un cliente')
      .replaceAll(COLLEAGUE, () => colleague ?? 'un collega')
  if (!contact) return 'La richiesta è stata cancellata.'
  const { name, email, phone, message: text } = contact
  const contacts = hidesContacts ? '' : `: ${email}, ${phone}`
  return `${name} chiede di essere ricontattato${contacts}.${text && `\n${text}`}`
}
