/** Hosts that ignore dots before the @. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox of an address: 'G.Verdi+news@gmail.com' and 'gverdi@gmail.com' are the same. */
export function toMailbox(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@')
  const [box = ''] = name.split('+')
  return `${WITHOUT_DOTS.has(host) ? box.replaceAll('.', '') : box}@${host}`
}

const escapeLetter = (letter: string) => (/[\p{L}\p{N}]/u.test(letter) ? letter : `\\${letter}`)

/** A PostgreSQL regular expression that matches every lower-case spelling of the mailbox of an address. */
export function mailboxPattern(address: string): string {
  const [box = '', host = ''] = toMailbox(address).split('@')
  const between = WITHOUT_DOTS.has(host) ? '\\.*' : ''
  const letters = [...box].map((letter) => escapeLetter(letter) + between).join('')
  return `^\\s*${between}${letters}(\\+[^@]*)?@${[...host].map(escapeLetter).join('')}\\s*$`
}
