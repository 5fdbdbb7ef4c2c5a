import * as z from 'zod/mini'

const MAX_ORIGINS = 10

/** 'https://www.salone.it' with an optional port; plain http only for localhost. */
const ORIGIN = /^(https:\/\/([a-z\d-]+\.)+[a-z\d-]+|http:\/\/(([a-z\d-]+\.)*localhost|127\.0\.0\.1))(:\d{1,5})?$/

/** 'WWW.Salone.it/prenota' → 'https://www.salone.it': the origin of an address, in lower case. */
function toOrigin(typed: string): string {
  const address = /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`
  const [origin] = /^[a-z]+:\/\/[^/?#]*/i.exec(address)!
  return origin
    .toLowerCase()
    .replace(/^(https:.*):443$/, '$1')
    .replace(/^(http:.*):80$/, '$1')
}

/** The origins in a text, without duplicates. */
export const parseEmbedOrigins = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(toOrigin),
  ),
]

/** The origins that may embed the booking pages; stored one a line, normalised as browsers send them. */
export const embedOrigins = z.pipe(
  z.string().check(
    z.maxLength(2000, { error: 'Usa al massimo 2000 caratteri.', abort: true }),
    z.refine((text) => parseEmbedOrigins(text).every((origin) => ORIGIN.test(origin)), {
      error: 'Scrivi indirizzi come https://www.tuosito.it, uno per riga.',
      abort: true,
    }),
    z.refine((text) => parseEmbedOrigins(text).length <= MAX_ORIGINS, `Al massimo ${MAX_ORIGINS} siti.`),
  ),
  z.transform((text) => parseEmbedOrigins(text).join('\n')),
)
