/** A link as a business typed it, safe to follow: 'facebook.com/x' gets its https, anything but the web gets nothing. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (!text) return undefined
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
