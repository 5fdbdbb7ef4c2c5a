/** Makes a typed link safe: 'facebook.com/x' → 'https://facebook.com/x'; undefined unless http or https. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (!text) return undefined
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
