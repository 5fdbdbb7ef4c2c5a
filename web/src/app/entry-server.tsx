import type { RenderPage } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Document } from './document.tsx'
import { PublicApp } from './public-app.tsx'
import { publicPage } from './public-pages.tsx'

export const render: RenderPage = (data, { nonce, assets }) => {
  const page = publicPage(data)
  const content = renderToString(
    <StrictMode>
      <PublicApp data={data} />
    </StrictMode>,
  )
  const html = renderToStaticMarkup(
    <Document data={data} page={page} content={content} nonce={nonce} assets={assets} />,
  )
  return { status: page.status, html: `<!doctype html>${html}` }
}
