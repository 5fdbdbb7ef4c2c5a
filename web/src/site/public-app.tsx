import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { useAccessGuard } from './access-guard.ts'
import { publicPage } from './public-pages.tsx'

export function PublicApp({ data }: { data: PageData }) {
  const isDeciding = useAccessGuard(data)
  return (
    <>
      {publicPage(data).content}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
