const ITALY = '39'

/**
 * A number in international form, digits only: '3331234567' → '393331234567'; '' when the text has no digits.
 * Stored numbers have lost their '+', so nine or ten digits that begin with 3, and any number that begins with 0,
 * count as Italian.
 */
export function internationalNumber(telephone: string): string {
  const digits = telephone.replace(/\D/g, '')
  return digits.startsWith('0') || /^3\d{8,9}$/.test(digits) ? ITALY + digits : digits
}

export const callLink = (telephone: string) => `tel:+${internationalNumber(telephone)}`

/** The link that opens a WhatsApp chat with the number and prefills `text`. */
export const whatsAppLink = (telephone: string, text: string) =>
  `https://wa.me/${internationalNumber(telephone)}?text=${encodeURIComponent(text)}`
