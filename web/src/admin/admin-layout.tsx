import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { paths } from '../lib/paths.ts'
import { LoadingOverlay } from '../ui/loading-overlay.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import styles from './admin-layout.module.css'
import { useFollowConfiguration } from './follow-configuration.ts'
import { useFollowSession } from './follow-session.ts'
import { usePlace } from './lib/router.tsx'
import { useShortcutKey } from './lib/shortcut-keys.ts'
import { untilItComes } from './lib/until-it-comes.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { ServerLine } from './ui/server-line.tsx'

const CustomerSearch = lazy(() => untilItComes(() => import('./customers/customer-search.tsx')))
const NotificationsPanel = lazy(() => untilItComes(() => import('./notifications/notifications-panel.tsx')))

/** Milliseconds after which a first page has all that it shows. */
const SETTLING = 2_000

/**
 * What every page of the back office has around it; the onboarding stands alone. `onIdle` is called once the first page
 * has had its time.
 */
export function AdminLayout({ onIdle, children }: { onIdle: () => void; children: ReactNode }) {
  const isAlone = usePlace().pathname === paths.onboarding
  const [showsNotifications, setShowsNotifications] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  useFollowConfiguration()
  useFollowSession()
  useEffect(() => {
    const later = setTimeout(onIdle, SETTLING)
    return () => clearTimeout(later)
  }, [onIdle])
  const openNotifications = () => setShowsNotifications(true)
  const openSearch = useCallback(() => setIsSearching(true), [])
  useShortcutKey('/', openSearch)

  return (
    <div className={styles.grid}>
      {!isAlone && (
        <>
          <SkipLink />
          <TopBar openNotifications={openNotifications} openSearch={openSearch} />
          <aside className={styles.side} aria-label="Menu laterale">
            <Sidebar openNotifications={openNotifications} openSearch={openSearch} />
          </aside>
        </>
      )}
      <div className={isAlone ? styles.whole : styles.column}>
        <ServerLine />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Suspense fallback={<LoadingOverlay />}>{children}</Suspense>
        </main>
      </div>
      {!isAlone && (
        <>
          <Suspense>
            <NotificationsPanel isOpen={showsNotifications} onClose={() => setShowsNotifications(false)} />
          </Suspense>
          <Suspense>
            <CustomerSearch isOpen={isSearching} onClose={() => setIsSearching(false)} />
          </Suspense>
        </>
      )}
    </div>
  )
}
