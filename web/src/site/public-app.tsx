import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { useAccessGuard } from './access-guard.ts'
import { usePageData } from './page-data.ts'
import { showCancellation } from './pages/cancelled.tsx'
import { SiteLayout } from './site-layout.tsx'

export type PageModule = {
  /** What the page shows; asked only where what it needs of the data is there. */
  content(data: PageData): ReactNode
  /** Whether it stands alone, without what the site has around its pages. */
  isBare?: boolean
}

export function PublicApp({ data: given, page }: { data: PageData; page: PageModule }) {
  const data = usePageData(given)
  const isDeciding = useAccessGuard(given)
  useEffect(showCancellation, [])
  const { configuration, today, path } = data
  const content = page.content(data)
  return (
    <>
      {page.isBare ? (
        content
      ) : (
        <SiteLayout configuration={path === paths.invalidDomain ? undefined : configuration} today={today} path={path}>
          {content}
        </SiteLayout>
      )}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
