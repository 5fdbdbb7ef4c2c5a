import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../ui/panels/side-panel.tsx'
import { NotificationItem } from './notification-item.tsx'
import styles from './notifications.module.css'
import { notificationsQuery, useMarkAllAsRead, useMarkAsRead } from './notifications.queries.ts'
import { PushButton } from './push/push-button.tsx'

/** The user's own notifications. */
export function NotificationsPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel title="Notifiche" isOpen={isOpen} onClose={onClose}>
      <PanelBody>
        <PushButton />
        <Notifications onLeave={onClose} />
        <Link to={adminPaths.contactRequests} className={`inline-row text-xs ${styles.more}`} onClick={onClose}>
          Richieste di contatto
        </Link>
      </PanelBody>
    </SidePanel>
  )
}

function Notifications({ onLeave }: { onLeave: () => void }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const markAsRead = useMarkAsRead()
  const markAllAsRead = useMarkAllAsRead()
  const list = useRef<HTMLUListElement>(null)

  if (isPending) return <Skeletons count={4} height={96} className="grid gap-2" />
  if (!data && isError)
    return <FailedRead text="Non è stato possibile leggere le notifiche." onRetry={() => refetch()} />

  const notifications = data.pages.flatMap((page) => page.notifications)
  const unread = data.pages[0]?.unread_count ?? 0
  if (notifications.length === 0) return <EmptyState text="Non ci sono notifiche disponibili" />

  const markAll = () => {
    markAllAsRead.mutate()
    // The focused button disappears.
    list.current?.focus()
  }
  return (
    <div className="grid gap-3">
      <p role="status" className={'muted empty-hidden'}>
        {unread > 0 && `Hai ${unread} notifiche non lette`}
      </p>
      {unread > 0 && (
        <div className="row gap-x-4 gap-y-1 flex-wrap justify-between">
          <h3 className="text-s">{`Non lette (${unread})`}</h3>
          <button type="button" className={styles.action} onClick={markAll}>
            Segna come già lette
          </button>
        </div>
      )}
      <ul ref={list} tabIndex={-1} className="grid gap-2" aria-label="Notifiche">
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onRead={markAsRead.mutate}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} onReached={fetchNextPage} />
      )}
    </div>
  )
}
