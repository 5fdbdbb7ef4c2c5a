/** 'D’Angelò' → 'dangelo' */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .trim()

const splitWords = (text: string) => fold(text).split(/\s+/).filter(Boolean)

type Named = { name: string; surname: string }

/** A name prepared for comparisons. */
export type ComparableName = {
  /** All words, sorted. */
  words: string
  givenName: string
  surname: string
}

export const toComparableName = ({ name, surname }: Named): ComparableName => ({
  words: splitWords(`${name} ${surname}`).sort().join(' '),
  givenName: fold(name),
  surname: fold(surname),
})

/** Names of at least this length may differ by one more letter. */
const LONG = 10
/** The minimum length of a short form: 'Ale' matches Alessandro, 'Al' matches no name. */
const SHORTENED = 3

/**
 * Whether two names may belong to one person: the same words in any order with at most a typing error, or the same
 * surname with a given name that is a prefix of the other.
 */
export function isSimilarName(one: ComparableName, other: ComparableName): boolean {
  if (!one.words || !other.words) return false
  if (isWithin(Math.min(one.words.length, other.words.length) >= LONG ? 2 : 1, one.words, other.words)) return true
  if (one.surname !== other.surname) return false
  const [short, long] =
    one.givenName.length <= other.givenName.length ? [one.givenName, other.givenName] : [other.givenName, one.givenName]
  return short.length >= SHORTENED && long.startsWith(short)
}

/** Whether so few typing errors (a letter more, less or other) lead from one text to the other; ends at the first one too many. */
function isWithin(errors: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > errors) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  if (!rest || !otherRest) return true
  if (errors === 0) return false
  return (
    isWithin(errors - 1, rest.slice(1), otherRest.slice(1)) ||
    isWithin(errors - 1, rest.slice(1), otherRest) ||
    isWithin(errors - 1, rest, otherRest.slice(1))
  )
}
