/** LIKE patterns over a column of customers: for words that begin like what was typed, and for the whole word. */
export type Term = { column: 'search_name' | 'search_contact'; beginning: string; whole: string }

export type SearchTerms = {
  /** A customer is found by all terms of one of these. */
  alternatives: Term[][]
  /** The same with two neighbouring letters of a word swapped; the trigrams of a short word hardly survive that. */
  swapped: Term[][]
  /** Names to compare by similarity. */
  resembling?: string
}

/** From so many digits on a number is part of a telephone number. */
const TELEPHONE_FROM = 3
/** A shorter word resembles too many others. */
const MISTYPED_FROM = 4
const MAX_WORDS = 8
/** Each is a search of its own. */
const MAX_SWAPPED = 30

/** The terms of a search; `typed` is in lower case and without accents. */
export function searchTerms(typed: string): SearchTerms {
  const text = typed.replace(/\+\s*39|\b0039(?=[\s\d]{2})/g, ' ')
  const words = wordsOf(text)
  const names = words.slice(0, MAX_WORDS)
  if (names.length === 0) return { alternatives: [], swapped: [] }

  const alternatives = [names.map(nameTerm), [emailTerm(names)]]
  if (names.length > 1) alternatives.push([nameTerm(names.join(''))])
  const digits = words.filter(isNumber).join('')
  if (digits.length >= TELEPHONE_FROM && !text.includes('@')) {
    const besides = names.filter((word) => !isNumber(word)).map(nameTerm)
    return { alternatives: [...alternatives, [telephoneTerm(digits), ...besides]], swapped: [] }
  }
  return {
    alternatives,
    swapped: names
      .flatMap((name, i) => swaps(name).map((other) => names.with(i, other).map(nameTerm)))
      .slice(0, MAX_SWAPPED),
    ...(names.some(isLong) && { resembling: names.join(' ') }),
  }
}

export const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

const isNumber = (word: string) => /^\d+$/.test(word)
const isLong = (word: string) => word.length >= MISTYPED_FROM

export const nameTerm = (word: string): Term => ({
  column: 'search_name',
  beginning: `% ${word}%`,
  whole: `% ${word} %`,
})

export const emailTerm = (words: string[]): Term => ({
  column: 'search_contact',
  beginning: `${words.join('')}%`,
  whole: `${words.join('')} %`,
})

/** Any digits of a telephone number; the last ones count as whole. */
export const telephoneTerm = (digits: string): Term => ({
  column: 'search_contact',
  beginning: `% %${digits}%`,
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
