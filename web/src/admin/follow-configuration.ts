import { useLayoutEffect } from 'react'
import { applyBrand, siteIcon } from '../lib/brand.ts'
import { useConfiguration } from './features/configuration/configuration.queries.ts'

/** Updates the page's colours, icon and title when the configuration changes. */
export function useFollowConfiguration() {
  const configuration = useConfiguration()
  useLayoutEffect(() => {
    applyBrand(document, configuration)
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = siteIcon(configuration)
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')!
    document.title = document.title.replace(site.content, () => configuration.app_name)
    site.content = configuration.app_name
  }, [configuration])
}
