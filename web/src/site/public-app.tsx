import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { useAccessGuard } from './access-guard.ts'
import { usePageData } from './page-data.ts'
import { SiteLayout } from './site-layout.tsx'
import { showConfirmation } from './ui/confirmations.tsx'

export type PageModule = {
  /** What the page shows; asked only where what it needs of the data is there. */
  content(data: PageData): ReactNode
  /** Whether it stands alone, without what the site has around its pages. */
  isBare?: boolean
}

export function PublicApp({ data: given, page }: { data: PageData; page: PageModule }) {
  const data = usePageData(given)
  const isDeciding = useAccessGuard(given)
  useEffect(showConfirmation, [])
  const { configuration, today, path } = data
  // Within another site there is a header and a footer already.
  const isAlone = given.isEmbedded || path === paths.invalidDomain
  const content = page.content(data)
  return (
    <>
      {page.isBare ? (
        content
      ) : (
        <SiteLayout configuration={isAlone ? undefined : configuration} today={today} path={path}>
          {content}
        </SiteLayout>
      )}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
