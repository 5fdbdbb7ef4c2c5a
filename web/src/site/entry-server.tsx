import type { PageData, RenderedPage, RenderPage } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { brandStyle } from '../lib/brand.ts'
import { isAdminPath } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Document } from './document.tsx'
import { PublicApp } from './public-app.tsx'
import { type Page, publicPage } from './public-pages.tsx'
import { SiteLayout } from './site-layout.tsx'
import { type StillPage, stillPage } from './still-pages.tsx'

/** What stands there until the browser has brought the back office to life. */
const adminShell: Page = {
  status: 200,
  title: 'Area amministrativa',
  content: (
    <>
      <LoadingOverlay />
      <noscript>Per usare l’area amministrativa attiva JavaScript.</noscript>
    </>
  ),
}

type RenderOptions = Parameters<RenderPage>[1]

export const render: RenderPage = (data, options) => {
  const still = stillPage(data)
  return still ? renderStill(still, data, options) : renderPage(data, options)
}

const renderPage: RenderPage = (data, { nonce, assets }) => {
  const isAdmin = data.configuration !== undefined && isAdminPath(data.path)
  const page = isAdmin ? adminShell : publicPage(data)
  const content = isAdmin
    ? renderToStaticMarkup(page.content)
    : renderToString(
        <StrictMode>
          <PublicApp data={data} />
        </StrictMode>,
      )
  const style = brandStyle(data.configuration)
  const html = renderToStaticMarkup(
    <Document
      data={data}
      page={page}
      content={content}
      style={style}
      nonce={nonce}
      assets={isAdmin ? assets.admin : assets.public}
    />,
  )
  return { status: page.status, html: `<!doctype html>${html}`, style }
}

const renderStill = (page: StillPage, data: PageData, { nonce, assets }: RenderOptions): RenderedPage => {
  const { configuration, today } = data
  const content = (
    <SiteLayout configuration={configuration} today={today}>
      {page.content}
    </SiteLayout>
  )
  const style = brandStyle(configuration)
  const html = renderToStaticMarkup(
    <Document
      data={data}
      page={page}
      content={renderToStaticMarkup(content)}
      style={style}
      nonce={nonce}
      assets={{ ...assets.public, scripts: [] }}
    />,
  )
  return { status: page.status, html: `<!doctype html>${html}`, style }
}
