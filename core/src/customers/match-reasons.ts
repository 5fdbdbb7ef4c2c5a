import { normalizeTelephone } from '../fields/contact-fields.ts'

/** The Italian country code; the nine digits after it exclude national numbers that begin with 39. */
const COUNTRY_CODE = /^39(?=\d{9})/

/** '+39 333 1234567' → '3331234567': a number in national form. */
export const foldTelephone = (telephone: string) => normalizeTelephone(telephone).replace(COUNTRY_CODE, '')

/** 'D’Angelò' → 'dangelo' */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .trim()

const wordsOf = (text: string) => fold(text).split(/\s+/).filter(Boolean)

type Named = { name: string; surname: string }

/** Names of at least this length may differ by one more letter. */
const LONG = 10
/** The minimum length of a short form: 'Ale' matches Alessandro, 'Al' matches no name. */
const SHORTENED = 3

/**
 * Whether two names may belong to one person: the same words in any order with at most a typing error, or the same
 * surname with a given name that is a prefix of the other.
 */
export function isSimilarName(one: Named, other: Named): boolean {
  const [words, others] = [one, other].map(({ name, surname }) => wordsOf(`${name} ${surname}`).sort().join(' ')) as [
    string,
    string,
  ]
  if (!words || !others) return false
  if (distance(words, others) <= (Math.min(words.length, others.length) >= LONG ? 2 : 1)) return true
  const [given, otherGiven] = [fold(one.name), fold(other.name)].sort((a, b) => a.length - b.length) as [string, string]
  return fold(one.surname) === fold(other.surname) && given.length >= SHORTENED && otherGiven.startsWith(given)
}

/** The Levenshtein distance of two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j += 1)
      next.push(Math.min(row[j]! + (letter === other[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)!
}
