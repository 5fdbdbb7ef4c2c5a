import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { useEffect } from 'react'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { showLeftToast } from '../ui/toasts.ts'
import { useAccessGuard } from './access-guard.ts'
import { publicPage } from './public-pages.tsx'

export function PublicApp({ data }: { data: PageData }) {
  const isDeciding = useAccessGuard(data)
  useEffect(showLeftToast, [])
  return (
    <>
      {publicPage(data).content}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
