const KEY = 's'

/** The query of a visit's page in a text message; its key proves that the visitor received the message. */
export const textLinkQuery = (linkKey: string) => `?${KEY}=${linkKey}`

export function readLinkKey(query: unknown): string | undefined {
  const key = (query as Record<string, unknown>)[KEY]
  return typeof key === 'string' && /^[\da-f]{10}$/.test(key) ? key : undefined
}
