/**
 * Words of customers that begin like this; `rank` orders them, one less for those that are this or begin with it as a whole
 * word. Where there is `also`, other words that follow have to begin like that.
 */
export type Sought = { start: string; rank: number; also?: string[] }

export type SoughtWords = {
  /** Whoever has one of these is meant. */
  first: Sought[]
  /** The digits of a telephone number that this is all about. */
  digits?: string
  /** The beginnings of names that the customer has to have besides, where `first` is about a telephone number. */
  names: string[]
  /** Where those are few: a slip of the keys, words that are left out. */
  second: Sought[]
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'
/** A word of fewer letters is like too many others. */
const MISTYPED_FROM = 4
const MISTYPED_TO = 20
/** From so many digits on a number is one of a telephone. */
const TELEPHONE_FROM = 3
/** More words than that are no name. */
const MAX_WORDS = 8

/** What to look for, by what was typed, already without accents and in lower case. */
export function soughtWords(folded: string): SoughtWords {
  const typed = folded.replace(/\+\s*39|\b0039(?=[\s\d]{2})/g, ' ')
  const parts = typed.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  const digits = parts.filter((part) => /^\d+$/.test(part)).join('')
  const isTelephone = digits.length >= TELEPHONE_FROM && !typed.includes('@')
  const names = (isTelephone ? parts.filter((part) => !/^\d+$/.test(part)) : parts).slice(0, MAX_WORDS)
  if (isTelephone) return { first: telephoneEndings(digits), digits, names, second: [] }
  if (names.length === 0) return { first: [], names: [], second: [] }

  const asTyped = typed.replace(/\s+/g, '')
  const first = new Set([names.join(' '), names.join(''), asTyped])
  return {
    first: [...first].map((start) => ({ start, rank: 1 })),
    names: [],
    second: [...apart(names), ...mistyped(names)],
  }
}

/** A number's ends are kept from every third digit on: what is sought begins there, or one or two digits later. */
function telephoneEndings(digits: string): Sought[] {
  const one = [...'0123456789']
  const two = one.flatMap((first) => one.map((second) => first + second))
  return ['', ...one, ...two].map((before) => ({ start: before + digits, rank: 1 }))
}

/** Names in any order, with others between them. */
function apart(names: string[]): Sought[] {
  const [longest, ...also] = [...names].sort((one, other) => other.length - one.length)
  return also.length > 0 ? [{ start: longest!, rank: 3, also }] : []
}

/** One letter too many, missing, another, or two in the wrong order. */
const mistyped = (names: string[]): Sought[] =>
  names.flatMap((name, i) => near(name).map((meant) => ({ start: names.with(i, meant).join(' '), rank: 5 })))

function near(word: string): string[] {
  if (word.length < MISTYPED_FROM || word.length > MISTYPED_TO) return []
  const found = new Set<string>()
  for (let i = 0; i < word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i + 1)]
    found.add(before + after)
    if (i > 0) found.add(word.slice(0, i - 1) + word[i] + word[i - 1] + after)
    for (const letter of ALPHABET) {
      found.add(before + letter + after)
      found.add(before + letter + word.slice(i))
    }
  }
  found.delete(word)
  return [...found].filter((one) => one.length >= MISTYPED_FROM)
}
