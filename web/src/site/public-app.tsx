import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { useEffect } from 'react'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { useAccessGuard } from './access-guard.ts'
import { usePageData } from './page-data.ts'
import { showDone } from './pages/done.tsx'
import { publicPage } from './public-pages.tsx'

export function PublicApp({ data: given }: { data: PageData }) {
  const data = usePageData(given)
  const isDeciding = useAccessGuard(given)
  useEffect(showDone, [])
  return (
    <>
      {publicPage(data).content}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
