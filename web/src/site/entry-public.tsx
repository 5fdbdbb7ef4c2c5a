import '../ui/base.css'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PublicApp } from './public-app.tsx'

const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent)

hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <PublicApp data={data} />
  </StrictMode>,
)
