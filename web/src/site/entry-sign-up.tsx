import '../ui/styles/base.css'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readTabItem } from '../lib/session.ts'
import { TYPED_FIELDS } from '../lib/typed-fields.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { installationPage } from './sign-up-pages.tsx'

const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent)

if (readTabItem(TYPED_FIELDS)) (await import('./lib/restore-typed-fields.ts')).restoreTypedFields()
hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <ErrorBoundary>{installationPage(data)!.content}</ErrorBoundary>
  </StrictMode>,
)
