import { OPEN_DOMAINS } from '#open-domains'

/** Characters that look like a colon, a slash or a dot and that Unicode normalisation leaves unchanged. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\u2236\ua789]/g, ':'],
  [/[\\\u2044\u2215\u29f8]/g, '/'],
  [/[\u3002\u06d4]/g, '.'],
]

/** A text without invisible characters, full-width letters and capitals. */
const asSeen = (text: string) =>
  LOOK_ALIKES.reduce(
    (seen, [signs, sign]) => seen.replace(signs, sign),
    text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).toLowerCase()

const TOP_LEVEL = '(?:\\p{L}{2,}|xn--[a-z0-9-]+)'

const ADDRESS = new RegExp(`://|(?<![\\p{L}\\p{N}])www\\.|[\\p{L}\\p{N}]\\.${TOP_LEVEL}/`, 'u')

/** Whether a text contains `://`, `www.` or a domain with a path; 'Salone.it' and 'Uomo/Donna' do not. */
export const holdsWebAddress = (text: string) => ADDRESS.test(asSeen(text))

/** Titles and initials, after which a dot needs no space: 'Dott.ssa', 'St.John', 'G.Rossi'. */
const TITLES =
  /(?<![\p{L}\p{N}.-])(?:(?:\p{L}|arch|avv|cav|dott|dr|fr|geom|ing|mons|mr|mrs|ms|on|prof|rag|sig|st)\.)+(?=\p{L})/gu

const DOMAIN = new RegExp(
  `[\\p{L}\\p{N}]\\.(?:\\p{L}{2}|xn--[a-z0-9-]+|${OPEN_DOMAINS}|(?!\\p{Script=Latin})\\p{L}{2,})(?![\\p{L}\\p{M}\\p{N}])`,
  'u',
)

/** Whether mail programs may show part of a text as a link: 'evil.win' is a domain, 'Gian.Luca' is a name. */
export const holdsDomain = (text: string) => DOMAIN.test(asSeen(text).replace(TITLES, ''))

/** Whether mail programs may show any part of a text as a link. */
export const holdsLink = (text: string) => holdsWebAddress(text) || holdsDomain(text)
