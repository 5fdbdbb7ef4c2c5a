import '../ui/styles/base.css'
import '../ui/styles/layout.css'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readTabItem } from '../lib/session.ts'
import { changedFields, TYPED_FIELDS } from '../lib/typed-fields.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { reloadOnRecovery } from './lib/reload-on-recovery.ts'
import { type PageName, pageLoaders } from './page-loaders.ts'
import { PublicApp } from './public-app.tsx'

const root = document.getElementById('root')!
const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent)

// The document lists the page's script, so it is already loading. Without it, the forms still work as native forms.
const page = await pageLoaders[root.dataset.page as PageName]().catch((error) => {
  reloadOnRecovery()
  throw error
})

if (readTabItem(TYPED_FIELDS)) (await import('./lib/restore-typed-fields.ts')).restoreTypedFields()
if (data.isEmbedded) import('./post-height.ts').then(({ postHeight }) => postHeight(root))
const typed = changedFields()
hydrateRoot(
  root,
  <StrictMode>
    <ErrorBoundary>
      <PublicApp data={data} page={page} />
    </ErrorBoundary>
  </StrictMode>,
  {
    // A browser that has translated the page before makes React render it anew, with empty fields.
    async onRecoverableError(error) {
      reportError(error)
      const { fillIn } = await import('./lib/restore-typed-fields.ts')
      fillIn(typed)
    },
  },
)
