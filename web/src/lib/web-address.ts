/** A link as a business typed it, safe to follow: 'facebook.com/x' gets its https, anything but the web gets nothing. */
export function webAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (!text) return undefined
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
