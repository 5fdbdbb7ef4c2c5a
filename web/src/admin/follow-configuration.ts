import { useLayoutEffect } from 'react'
import { applyBrand, iconOf } from '../lib/brand.ts'
import { useConfiguration } from './features/configuration/configuration.queries.ts'

/** The page came with the colours, icon and name of the business; this keeps them true when they are changed in it. */
export function useFollowConfiguration() {
  const configuration = useConfiguration()
  useLayoutEffect(() => {
    applyBrand(document, configuration)
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = iconOf(configuration)
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')!
    document.title = document.title.replace(site.content, () => configuration.app_name)
    site.content = configuration.app_name
  }, [configuration])
}
