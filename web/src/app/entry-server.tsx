import type { RenderPage } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { isAdminPath } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Document } from './document.tsx'
import { PublicApp } from './public-app.tsx'
import { type Page, publicPage } from './public-pages.tsx'

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

export const render: RenderPage = (data, { nonce, assets }) => {
  const isAdmin = data.configuration !== undefined && isAdminPath(data.path)
  const page = isAdmin ? adminShell : publicPage(data)
  const content = isAdmin
    ? renderToStaticMarkup(page.content)
    : renderToString(
        <StrictMode>
          <PublicApp data={data} />
        </StrictMode>,
      )
  const html = renderToStaticMarkup(
    <Document
      data={data}
      page={page}
      content={content}
      nonce={nonce}
      assets={isAdmin ? assets.admin : assets.public}
    />,
  )
  return { status: page.status, html: `<!doctype html>${html}` }
}
