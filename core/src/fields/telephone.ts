const ITALY = '39'

/**
 * A number as one dials it from anywhere, digits only: '3331234567' → '393331234567'. A number is kept without the '+' that stood
 * before it, so what looks like an Italian one, nine or ten digits that begin with 3 or any that begin with 0, is taken for one. '' where
 * there is none to dial.
 */
export function internationalNumber(telephone: string): string {
  const digits = telephone.replace(/\D/g, '')
  return digits.startsWith('0') || /^3\d{8,9}$/.test(digits) ? ITALY + digits : digits
}

/** Where a number is called. */
export const callLink = (telephone: string) => `tel:+${internationalNumber(telephone)}`

/** Where one writes to a number on WhatsApp; `text` stands there ready. */
export const whatsAppLink = (telephone: string, text: string) =>
  `https://wa.me/${internationalNumber(telephone)}?text=${encodeURIComponent(text)}`
