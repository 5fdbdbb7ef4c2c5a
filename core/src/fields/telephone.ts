import { cleanLine } from './pasted-text.ts'

const ITALY = '39'

/** A number without a country code: landlines, mobiles of 9 or 10 digits (390 is '+39 0…'), toll-free numbers. */
const ITALIAN = /^(0(?!0)|3(?!90)\d{8,9}$|8\d{8}$)/

/** Words around a number: 'Tel. 06 1234567', '333 1234567 (casa)'. */
const LABELS = /^(?:\p{L}{2,}[\s.:,()-]+)+|(?<=\d)(?:[\s.:,()-]+\p{L}{2,})+[\s.:,()-]*$/gu

/** Minimum digits of a number with labels. */
const MIN_DIGITS = 8
/** Maximum length of a telephone number as text. */
const MAX_LENGTH = 100

/** Separators between digits or around a number; spreadsheets write `="06…"` and `06….0`. */
const SEPARATORS = /[\s.,:;()[\]{}/\\|_~=·•∙⋅'’"`´\u002d\u2010-\u2015\u2212]/g

/**
 * Reduces a typed number to digits: '+39 333 123-4567' → '393331234567'. A number that was typed with + or 00 keeps the 00 if
 * its digits alone would be an Italian number: '+354 611 1234' → '003546111234'. A text with other letters stays as it looks.
 */
export function normalizeTelephone(typed: string): string {
  const text = cleanLine(typed)
  if (text.length > MAX_LENGTH) return text
  const number = dropLabels(text.normalize('NFKC'))
    .replace(/^\s*tel:/i, '')
    // The zero of '+44 (0)20 …' is dialled within the country only, except in Italy.
    .replace(/^(\s*(?:\+|00)(?!\s*\(?39)[\s\d]*)\(0\)/, '$1')
    .replace(/(?<=\d{8})[.,]0$/, '')
    .replace(SEPARATORS, '')
  if (/[^\d+]/.test(number)) return text
  const digits = number.replace(/^(\+|00)/, '')
  return digits !== number && ITALIAN.test(digits) && !digits.startsWith('0') ? `00${digits}` : digits
}

function dropLabels(text: string) {
  const rest = text.replace(LABELS, '')
  return rest.replace(/\D/g, '').length < MIN_DIGITS ? text : rest
}

const isTelephone = (number: string) => /^\d{8,15}$/.test(number)

/** Separators of two numbers, the surest first. */
const BETWEEN = [/[;|\n]|\s+(?:[,/–-]|e|o|oppure)\s+/i, /[,/]/, /\s+/]

/** The numbers of a cell or a free text, in order: '333 1234567 / 06 1234567' has two. */
export function listTelephones(text: string): string[] {
  const candidates = [[text], ...BETWEEN.map((separator) => cleanLine(text).split(separator))]
  return (
    candidates.map((parts) => parts.map(normalizeTelephone).filter(isTelephone)).find(({ length }) => length > 0) ?? []
  )
}

/**
 * The digits of a number with its country code: '3331234567' → '393331234567'; '' if it is no number. Without a mark that it is
 * international, a number that may be Italian is Italian.
 */
export function internationalNumber(telephone: string): string {
  const number = normalizeTelephone(telephone)
  if (!/^\d+$/.test(number)) return ''
  if (number.startsWith('00')) return number.slice(2)
  return ITALIAN.test(number) ? ITALY + number : number
}

/** A number as it is dialled in Italy, equal for each way to type it: '+39 333 1234567' → '3331234567'. */
export function nationalNumber(telephone: string): string {
  const number = normalizeTelephone(telephone)
  const national = number.replace(/^(00)?39/, '')
  return ITALIAN.test(national) && internationalNumber(number) === ITALY + national ? national : number
}

/** The first number of a free text, as it is dialled. */
const toDialledNumber = (telephone: string) => {
  const [number = telephone] = listTelephones(telephone)
  return internationalNumber(number)
}

/** Short numbers such as 1522 have no country code. */
export function callLink(telephone: string) {
  const digits = toDialledNumber(telephone)
  return digits.length < MIN_DIGITS ? `tel:${digits}` : `tel:+${digits}`
}

/** The link that opens a WhatsApp chat with the number and prefills `text`. */
export const whatsAppLink = (telephone: string, text = '') =>
  `https://wa.me/${toDialledNumber(telephone)}${text && `?text=${encodeURIComponent(text)}`}`
