const LOGOS = '/api/client/logos/'
const ICONS = '/api/client/icons/'
const MAIL_LOGOS = '/api/client/mail-logos/'

/** The size of a logo in e-mails, in CSS pixels; the file has twice the width and height. */
export const MAIL_LOGO = { width: 200, height: 48 }

export const logoAddress = (name: string) => `${LOGOS}${name}.webp`

/** The stored name of a logo; undefined for a foreign address. */
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
