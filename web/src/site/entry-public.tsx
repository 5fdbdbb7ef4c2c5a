import '../ui/base.css'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { whenBack } from '../lib/when-back.ts'
import { type PageName, pageLoaders } from './page-loaders.ts'
import { PublicApp } from './public-app.tsx'
import { tellHost } from './tell-host.ts'

const root = document.getElementById('root')!
const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent)

const isFilledIn = (field: HTMLInputElement) =>
  field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue

/** Browsers never ask again for a script that they failed to load. Until the page is loaded again its forms work by themselves. */
function reloadWhenBack(error: unknown): never {
  whenBack(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    if (!fields.some(isFilledIn)) location.reload()
  })
  throw error
}

// The page's own script is under way since the document named it.
const page = await pageLoaders[root.dataset.page as PageName]().catch(reloadWhenBack)

if (data.isEmbedded) tellHost(root)
hydrateRoot(
  root,
  <StrictMode>
    <PublicApp data={data} page={page} />
  </StrictMode>,
)
