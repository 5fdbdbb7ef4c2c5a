/** Where dots before the @ make no difference. */
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox that an address leads to: 'G.Verdi+news@gmail.com' and 'gverdi@gmail.com' are read by one person. */
export function mailboxOf(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@')
  const [box = ''] = name.split('+')
  return `${WITHOUT_DOTS.has(host) ? box.replaceAll('.', '') : box}@${host}`
}
