import '../ui/styles/base.css'
import './ui/admin.css'
import '../ui/styles/layout.css'
import './ui/layout.css'
// Before the fields of the back office, which refine it.
import '../ui/field.module.css'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { AdminApp } from './admin-app.tsx'

const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ErrorBoundary>
      <AdminApp configuration={data.configuration!} />
    </ErrorBoundary>
  </StrictMode>,
)
