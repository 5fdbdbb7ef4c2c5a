/** Where dots before the @ make no difference. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox that an address leads to: 'G.Verdi+news@gmail.com' and 'gverdi@gmail.com' are read by one person. */
export function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@')
  const [box = ''] = name.split('+')
  return `${WITHOUT_DOTS.has(host) ? box.replaceAll('.', '') : box}@${host}`
}

const escaped = (letter: string) => (/[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`)

/** A regular expression, for PostgreSQL, that the lower-case spellings of an address's mailbox match. */
export function mailboxPattern(address: string): string {
  const [box = '', host = ''] = mailboxOf(address).split('@')
  const between = WITHOUT_DOTS.has(host) ? '\\.*' : ''
  const letters = [...box].map((letter) => escaped(letter) + between).join('')
  return `^\\s*${between}${letters}(\\+[^@]*)?@${[...host].map(escaped).join('')}\\s*$`
}
