/** The kinds of text messages. */
export type TextKind = 'confirmation' | 'reminder'

/** A message names neither the customer nor the service, which may be about health. */
export type TextContent = {
  kind: TextKind
  business: string
  /** 'lunedì 23 novembre alle 09:00' */
  when: string
  /** The page of the visit. */
  url: string
  /** Whether the customer is asked to confirm the visit. */
  asksToConfirm: boolean
}

/** Letters that GSM 03.38 has, and those of two units. */
const GSM = /^[\w @£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿¡äöñüàΔΦΓΛΩΠΨΣΘΞ!"#¤%&'()*+,\-./:;<=>?\n]$/
const GSM_LONG = /^[\^{}\\[~\]|€]$/

const LENGTHS = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } }

const countUnits = (letter: string) => (GSM_LONG.test(letter) ? 2 : 1)

/** Replaces letters that would make an SMS of 160 letters one of 70: 'Caffè “Nino”' → 'Caffè "Nino"'. */
export function toGsm(text: string): string {
  const plain = text
    .replace(/[’‘]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
  return [...plain]
    .map((letter) => (isGsm(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '')))
    .map((letter) => ([...letter].every(isGsm) ? letter : '?'))
    .join('')
}

const isGsm = (letter: string) => GSM.test(letter) || GSM_LONG.test(letter)

/** The parts into which a network splits an SMS; each is paid. */
export function smsParts(text: string): number {
  const letters = [...text]
  const isUnicode = !letters.every(isGsm)
  const units = isUnicode ? text.length : letters.reduce((sum, letter) => sum + countUnits(letter), 0)
  const { one, part } = isUnicode ? LENGTHS.unicode : LENGTHS.gsm
  return units <= one ? 1 : Math.ceil(units / part)
}

const SENTENCES: Record<TextKind, (when: string) => string> = {
  confirmation: (when) => `prenotazione confermata per ${when}.`,
  reminder: (when) => `ti aspettiamo ${when}.`,
}

/** Names shorter than this are not cut. */
const SHORTEST_NAME = 10

/** The text of an SMS. The name of the business is cut if the message fits into one part then. */
export function smsText({ kind, business, when, url, asksToConfirm }: TextContent): string {
  const request = asksToConfirm ? 'Conferma o cambia' : 'Dettagli e modifiche'
  const rest = `: ${toGsm(SENTENCES[kind](when))} ${request}: ${url}`
  const name = toGsm(business)
  const room = Math.max(SHORTEST_NAME, LENGTHS.gsm.one - rest.length)
  return (name.length <= room ? name : `${name.slice(0, room - 1).trimEnd()}.`) + rest
}
