import { toHexColor } from '../configuration/colors.ts'
import { type Configuration, DEFAULT_PRIMARY_COLOR } from '../configuration/configuration-schema.ts'
import { logoName } from '../configuration/logo-address.ts'

/** The address of the manifest that makes the back office an installable app. */
export const MANIFEST = '/admin.webmanifest'

/** The address of the service worker of the back office. */
export const WORKER = '/admin-worker.js'

/** The icons of the app, in pixels. A maskable one may be cut to a circle; the touch icon is for iOS. */
export const APP_ICONS = {
  'icon-192': { side: 192, isMaskable: false },
  'icon-512': { side: 512, isMaskable: false },
  'maskable-192': { side: 192, isMaskable: true },
  'maskable-512': { side: 512, isMaskable: true },
  touch: { side: 180, isMaskable: false },
}
export type AppIcon = keyof typeof APP_ICONS

type Brand = Pick<Configuration, 'app_logo' | 'app_primary_color'>

const getAppColor = (brand: Brand) => toHexColor(brand.app_primary_color) ?? DEFAULT_PRIMARY_COLOR

/** The version of the icons: browsers load them again when the logo or, without one, the colour changes. */
export const iconVersion = (brand: Brand) => logoName(brand.app_logo) ?? getAppColor(brand).slice(1)

const iconAddress = (icon: AppIcon, brand: Brand) => `/admin-icons/${icon}.png?v=${iconVersion(brand)}`

export const touchIconAddress = (brand: Brand) => iconAddress('touch', brand)

/** The web app manifest. The scope is the whole domain, since the pages of the back office share no folder. */
export const toManifest = (configuration: Pick<Configuration, 'app_name'> & Brand) => ({
  id: '/dashboard',
  name: configuration.app_name,
  short_name: configuration.app_name,
  description: `Area amministrativa di ${configuration.app_name}`,
  lang: 'it',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  theme_color: getAppColor(configuration),
  background_color: '#faf9f7',
  icons: (Object.keys(APP_ICONS) as AppIcon[])
    .filter((icon) => icon !== 'touch')
    .map((icon) => {
      const { side, isMaskable } = APP_ICONS[icon]
      return {
        src: iconAddress(icon, configuration),
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose: isMaskable ? 'maskable' : 'any',
      }
    }),
})
