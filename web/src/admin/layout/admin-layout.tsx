import { useCallback, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, type ScrollRestorationProps, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { CustomerSearch } from '../features/customers/customer-search.tsx'
import { NotificationsPanel } from '../features/notifications/notifications-panel.tsx'
import { useInstalledApp } from '../features/notifications/use-installed-app.ts'
import { useHasRight } from '../features/session/session.queries.ts'
import { useFollowConfiguration } from '../follow-configuration.ts'
import { useFollowRights } from '../follow-rights.ts'
import { useFollowSession } from '../follow-session.ts'
import { INITIAL_ENTRY_KEY } from '../lib/navigation.ts'
import { useShortcutKey } from '../lib/shortcut-keys.ts'
import { ServerLine } from '../ui/panels/server-line.tsx'
import { useBackClosesPanels } from '../ui/panels/use-back-closes-panels.ts'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The initial entry has the same key in every visit, so its scroll position is stored by path. */
const scrollKey: ScrollRestorationProps['getKey'] = ({ key, pathname }) => (key === INITIAL_ENTRY_KEY ? pathname : key)

/** Milliseconds after which the first page has usually loaded. */
const IDLE_AFTER = 2_000

/** The menu and panels around every page except the onboarding. Calls `onIdle` after the first page has loaded. */
export function AdminLayout({ onIdle }: { onIdle: () => void }) {
  const isOnboarding = useLocation().pathname === paths.onboarding
  const [showsNotifications, setShowsNotifications] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  useFollowConfiguration()
  useFollowSession()
  useFollowRights()
  useInstalledApp()
  useBackClosesPanels()
  useEffect(() => {
    const timer = setTimeout(onIdle, IDLE_AFTER)
    return () => clearTimeout(timer)
  }, [onIdle])
  const openNotifications = () => setShowsNotifications(true)
  const startSearch = useCallback(() => setIsSearching(true), [])
  const openSearch = useHasRight('customers') ? startSearch : undefined
  useShortcutKey('/', openSearch)

  return (
    <div className={styles.grid}>
      {!isOnboarding && (
        <>
          <SkipLink />
          <TopBar openNotifications={openNotifications} openSearch={openSearch} />
          <aside className={styles.side} aria-label="Menu laterale">
            <Sidebar openNotifications={openNotifications} openSearch={openSearch} />
          </aside>
        </>
      )}
      <div className={isOnboarding ? styles.whole : styles.column}>
        <ServerLine />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {!isOnboarding && (
        <>
          <NotificationsPanel isOpen={showsNotifications} onClose={() => setShowsNotifications(false)} />
          <CustomerSearch isOpen={isSearching && openSearch !== undefined} onClose={() => setIsSearching(false)} />
        </>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </div>
  )
}
