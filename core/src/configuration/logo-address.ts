const LOGOS = '/api/client/logos/'
const ICONS = '/api/client/icons/'
const MAIL_LOGOS = '/api/client/mail-logos/'

/** How large e-mails show a logo, pixels; the picture has twice as many each way. */
export const MAIL_LOGO = { width: 200, height: 48 }

/** Where a logo is served that was kept under a name. */
export const logoAddress = (name: string) => `${LOGOS}${name}.webp`

/** The name a logo was kept under; undefined for an address that is none of ours. */
export const logoName = (address: string) => new RegExp(`^${LOGOS}([\\w-]{22})\\.webp$`).exec(address)?.[1]

/** The square PNG made from a logo, for browser tabs; undefined without a logo. */
export function iconAddress(logo: string): string | undefined {
  const name = logoName(logo)
  return name && `${ICONS}${name}.png`
}

/** The PNG made from a logo for e-mails, on white; undefined without a logo. */
export function mailLogoAddress(logo: string): string | undefined {
  const name = logoName(logo)
  return name && `${MAIL_LOGOS}${name}-mail.png`
}
