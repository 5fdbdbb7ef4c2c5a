/** The push services of Chrome, Edge, Firefox and Safari. */
const KNOWN_SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[\w-]+\.push\.apple\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
]

/** Whether the server may send to the address of a subscription. `origins`: push services of the settings. */
export function isPushService(endpoint: string, origins: string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (origins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.port === '' && KNOWN_SERVICES.some((service) => service.test(url.hostname))
}
