/** LIKE patterns for a column of customers: words with this prefix, and the whole word. */
export type Term = { column: 'search_name' | 'search_contact'; prefix: string; whole: string }

export type SearchTerms = {
  /** A customer matches if all terms of one alternative match. */
  alternatives: Term[][]
  /** The same with two neighbouring letters swapped, since trigrams do not match a short word with swapped letters. */
  swapped: Term[][]
  /** Names to compare by similarity. */
  similar?: string
}

/** Digits from which a number is taken for part of a telephone number. */
const MIN_TELEPHONE_DIGITS = 3
/** A shorter word is similar to too many others. */
const MIN_FUZZY_LENGTH = 4
const MAX_WORDS = 8
/** Each is a separate search. */
const MAX_SWAPPED = 30

/** The search without contacts, for a user who may not see them and could guess them. */
export function nameTermsOnly({ alternatives, ...terms }: SearchTerms): SearchTerms {
  return {
    ...terms,
    alternatives: alternatives.filter((all) => all.every(({ column }) => column === 'search_name')),
  }
}

/** `typed` is in lower case and without accents. */
export function searchTerms(typed: string): SearchTerms {
  const text = typed.replace(/\+\s*39|\b0039(?=[\s\d]{2})/g, ' ')
  const words = splitWords(text)
  const names = words.slice(0, MAX_WORDS)
  if (names.length === 0) return { alternatives: [], swapped: [] }

  const alternatives = [names.map(nameTerm), [emailTerm(names)]]
  if (names.length > 1) alternatives.push([nameTerm(names.join(''))])
  const digits = words.filter(isNumber).join('')
  if (digits.length >= MIN_TELEPHONE_DIGITS && !text.includes('@')) {
    const otherTerms = names.filter((word) => !isNumber(word)).map(nameTerm)
    return { alternatives: [...alternatives, [telephoneTerm(digits), ...otherTerms]], swapped: [] }
  }
  return {
    alternatives,
    swapped: names
      .flatMap((name, i) => swaps(name).map((other) => names.with(i, other).map(nameTerm)))
      .slice(0, MAX_SWAPPED),
    ...(names.some(isLong) && { similar: names.join(' ') }),
  }
}

export const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

const isNumber = (word: string) => /^\d+$/.test(word)
const isLong = (word: string) => word.length >= MIN_FUZZY_LENGTH

export const nameTerm = (word: string): Term => ({
  column: 'search_name',
  prefix: `% ${word}%`,
  whole: `% ${word} %`,
})

export const emailTerm = (words: string[]): Term => ({
  column: 'search_contact',
  prefix: `${words.join('')}%`,
  whole: `${words.join('')} %`,
})

/** Any digits of a telephone number; the last ones count as whole. */
export const telephoneTerm = (digits: string): Term => ({
  column: 'search_contact',
  prefix: `% %${digits}%`,
  whole: `% %${digits}`,
})

/** 'vedri' becomes 'evdri', 'verdi' and so on. */
function swaps(word: string): string[] {
  if (!isLong(word)) return []
  const letters = [...word]
  return letters.slice(1).map((letter, i) =>
    letters
      .with(i, letter)
      .with(i + 1, letters[i]!)
      .join(''),
  )
}
