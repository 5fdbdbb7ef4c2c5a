import '../ui/styles/base.css'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readTabItem } from '../lib/session.ts'
import { TYPED_FIELDS } from '../lib/typed-fields.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { signUpPage } from './sign-up-pages.tsx'

const data: PageDataWith<'signUp'> = JSON.parse(document.getElementById('page-data')!.textContent)

if (readTabItem(TYPED_FIELDS)) (await import('./lib/restore-typed-fields.ts')).restoreTypedFields()
hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <ErrorBoundary>{signUpPage(data).content}</ErrorBoundary>
  </StrictMode>,
)
