/** In a kept message, the customer of the booking that its cause names; their name is filled in when the message is read. */
export const CUSTOMER = '{cliente}'

/** Likewise the colleague who did what it tells of. */
export const COLLEAGUE = '{utente}'

/** A notification with the records that it points at, as they are now. */
export type KeptMessage = {
  message: string
  customer: string | null
  colleague: string | null
  /** Only of a contact request. */
  is_contact: boolean
  contact: { name: string; email: string; phone: string; message: string } | null
}

/** The message as people read it. Of an erased or deleted record it says nothing about anybody. */
export function shownMessage({ message, customer, colleague, is_contact, contact }: KeptMessage): string {
  if (!is_contact)
    return message
      .replaceAll(CUSTOMER, () => customer ?? 'un cliente')
      .replaceAll(COLLEAGUE, () => colleague ?? 'un collega')
  if (!contact) return 'La richiesta è stata cancellata.'
  const { name, email, phone, message: text } = contact
  return `${name} chiede di essere ricontattato: ${email}, ${phone}.${text && `\n${text}`}`
}
