import type { PageAssets, PageData, RenderedPage, RenderPage } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { brandStyle } from '../lib/brand.ts'
import { isAdminPath } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Document, type Head } from './document.tsx'
import { PublicApp } from './public-app.tsx'
import { pageModules, publicPage } from './public-pages.ts'
import { installationPage } from './sign-up-pages.tsx'
import { SiteLayout } from './site-layout.tsx'
import { staticPage } from './static-pages.tsx'

type Rendered = Head & { status: number; content: string; assets: PageAssets }

type RenderOptions = Parameters<RenderPage>[1]

export const render: RenderPage = (data, options) => {
  const style = brandStyle(data.configuration)
  const { status, content, assets, ...head } = renderedPage(data, options)
  const html = renderToStaticMarkup(
    <Document data={data} head={head} content={content} style={style} nonce={options.nonce} assets={assets} />,
  )
  return { status, html: `<!doctype html>${html}`, style } satisfies RenderedPage
}

function renderedPage(data: PageData, { assets }: RenderOptions): Rendered {
  const { configuration, today, path, isEmbedded } = data
  const installation = installationPage(data)
  if (installation) {
    const { hasScript, content, ...page } = installation
    const { signUp: files } = assets
    return hasScript
      ? { ...page, content: renderToString(<StrictMode>{content}</StrictMode>), assets: files }
      : { ...page, content: renderToStaticMarkup(content), assets: { ...files, scripts: [] } }
  }

  const withoutScript = staticPage(data)
  if (withoutScript) {
    const content = (
      <SiteLayout configuration={isEmbedded ? undefined : configuration} today={today}>
        {withoutScript.content}
      </SiteLayout>
    )
    return { ...withoutScript, content: renderToStaticMarkup(content), assets: { ...assets.public, scripts: [] } }
  }

  if (configuration && isAdminPath(path)) return { ...adminShell, assets: assets.admin }

  const page = publicPage(data)
  const content = (
    <StrictMode>
      <PublicApp data={data} page={pageModules[page.name]} />
    </StrictMode>
  )
  const scripts = [...(assets.pages[page.name] ?? []), ...assets.public.scripts]
  return { ...page, content: renderToString(content), assets: { ...assets.public, scripts } }
}

/** Shown until the browser has loaded the back office. */
const adminShell = {
  status: 200,
  title: 'Area amministrativa',
  isInstallable: true,
  content: renderToStaticMarkup(
    <>
      <LoadingOverlay />
      <noscript>Per usare l’area amministrativa attiva JavaScript.</noscript>
    </>,
  ),
}
