// biome-ignore-all lint/security/noDangerouslySetInnerHtml: the content is rendered markup and escaped JSON
import { iconAddress } from '@prenoto/core/configuration/logo-address.ts'
import { MANIFEST, touchIconAddress } from '@prenoto/core/pages/installed-app.ts'
import type { PageAssets, PageData } from '@prenoto/core/pages/page-data.ts'
import { siteIcon } from '../lib/brand.ts'
import type { PageName } from './page-loaders.ts'
import { structuredData } from './structured-data.ts'

export type Head = {
  /** Precedes the name of the business; the home page has none. */
  title?: string
  /** Whether search engines may index the page. */
  isListed?: boolean
  /** Whether browsers offer to install the page as an app. */
  isInstallable?: boolean
  /** For search engines; by default the text of the service or business. */
  description?: string
  /** The page that the browser hydrates, if any. */
  name?: PageName
}

type DocumentProps = {
  data: PageData
  head: Head
  content: string
  style: string
  nonce?: string
  assets: PageAssets
}

/** JSON that is safe inside a script element. */
const toScriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Shortens a text to the 160 characters that search engines show. */
const shorten = (text: string) => (text.length > 160 ? `${text.slice(0, 157).trimEnd()}…` : text)

/** Preview image of a business without a logo, drawn by the server. */
const CARD = '/card.png'

export function Document({ data, head, content, style, nonce, assets }: DocumentProps) {
  const { configuration, service } = data
  const name = configuration?.app_name ?? data.provider.name
  const title = head.title ? `${head.title} · ${name}` : name
  const description = shorten(head.description || service?.description || configuration?.welcome_text || title)
  const address = data.origin + data.path
  const logo = configuration?.app_logo
  const touchIcon = head.isInstallable && configuration ? touchIconAddress(configuration) : logo && iconAddress(logo)
  const shownPicture = configuration && (service?.picture || configuration.app_cover || logo || CARD)
  const picture = shownPicture && URL.parse(shownPicture, data.origin)?.href
  const structured = configuration && head.isListed ? structuredData(data, configuration) : undefined

  return (
    <html lang="it" data-embedded={data.isEmbedded}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {data.isEmbedded && <base target="_top" />}
        {nonce && <meta property="csp-nonce" nonce={nonce} />}
        <title>{title}</title>
        <meta name="description" content={description} />
        {head.isListed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="it_IT" />
        <meta property="og:site_name" content={name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        {picture && <meta property="og:image" content={picture} />}
        <link rel="icon" href={siteIcon(configuration)} />
        {touchIcon && <link rel="apple-touch-icon" href={touchIcon} />}
        {head.isInstallable && <link rel="manifest" href={MANIFEST} />}
        {assets.preloads.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((sheet) => (
          <link key={sheet} rel="stylesheet" href={sheet} />
        ))}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {/* Low priority: the content works before hydration, so pictures and the font load first. */}
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} fetchPriority={head.name ? 'low' : undefined} />
        ))}
      </head>
      <body>
        <div id="root" data-page={head.name} dangerouslySetInnerHTML={{ __html: content }} />
        <script type="application/json" id="page-data" dangerouslySetInnerHTML={{ __html: toScriptJson(data) }} />
        {structured && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptJson(structured) }} />
        )}
      </body>
    </html>
  )
}
