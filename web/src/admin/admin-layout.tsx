import { useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import styles from './admin-layout.module.css'
import { useFollowConfiguration } from './follow-configuration.ts'
import { useFollowSession } from './follow-session.ts'
import { NotificationsPanel } from './notifications/notifications-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** What every page of the back office has around it; the onboarding stands alone. */
export function AdminLayout() {
  const isAlone = useLocation().pathname === paths.onboarding
  const [showsNotifications, setShowsNotifications] = useState(false)
  useFollowConfiguration()
  useFollowSession()
  const openNotifications = () => setShowsNotifications(true)

  return (
    <div className={styles.grid}>
      {!isAlone && (
        <>
          <SkipLink />
          <TopBar openNotifications={openNotifications} />
          <aside className={styles.side} aria-label="Menu laterale">
            <Sidebar openNotifications={openNotifications} />
          </aside>
        </>
      )}
      <main id="content" className={isAlone ? `${styles.content} ${styles.whole}` : styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      {!isAlone && <NotificationsPanel isOpen={showsNotifications} onClose={() => setShowsNotifications(false)} />}
      <ScrollRestoration />
    </div>
  )
}
