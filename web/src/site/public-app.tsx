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
  /** Renders the page. It is called only with the data that the page needs. */
  content(data: PageData): ReactNode
  /** Whether the page has no header and footer. */
  isBare?: boolean
}

export function PublicApp({ data: initialData, page }: { data: PageData; page: PageModule }) {
  const data = usePageData(initialData)
  const isDeciding = useAccessGuard(initialData)
  useEffect(showConfirmation, [])
  const { configuration, today, path, sourceQuery } = data
  // An embedded page leaves header and footer to its host.
  const isAlone = initialData.isEmbedded || path === paths.invalidDomain
  const content = page.content(data)
  return (
    <>
      {page.isBare ? (
        content
      ) : (
        <SiteLayout
          configuration={isAlone ? undefined : configuration}
          today={today}
          path={path}
          sourceQuery={sourceQuery}
        >
          {content}
        </SiteLayout>
      )}
      <Toaster />
      {isDeciding && <LoadingOverlay />}
    </>
  )
}
