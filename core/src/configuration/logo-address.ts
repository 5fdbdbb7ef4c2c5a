const LOGOS = '/api/client/logos/'
const ICONS = '/api/client/icons/'

/** Where a logo is served that was kept under a name. */
export const logoAddress = (name: string) => `${LOGOS}${name}.webp`

/** The name a logo was kept under; undefined for an address that is none of ours. */
export const logoName = (address: string) => new RegExp(`^${LOGOS}([\\w-]{22})\\.webp$`).exec(address)?.[1]

/** The square PNG made from a logo, for browser tabs and e-mails; undefined without a logo. */
export function iconAddress(logo: string): string | undefined {
  const name = logoName(logo)
  return name && `${ICONS}${name}.png`
}
