import type { Notification } from '@prenoto/core/notifications/notification-schema.ts'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './notifications.module.css'
import { shortenMessage, toPanelTime } from './read-state.ts'

type NotificationItemProps = {
  notification: Notification
  onRead: (id: number) => void
  /** Called when a link opens in this tab. */
  onLeave: () => void
}

/** A click anywhere on the item marks it as read. */
export function NotificationItem({ notification, onRead, onLeave }: NotificationItemProps) {
  const { id, title, message, read, created_at, booking_id } = notification
  const [isExpanded, setIsExpanded] = useState(false)
  const excerpt = shortenMessage(message)

  const markAsRead = () => {
    if (!read) onRead(id)
  }
  const expand = () => {
    setIsExpanded(true)
    markAsRead()
  }
  const open = (event: MouseEvent) => {
    markAsRead()
    const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!isNewTab) onLeave()
  }
  return (
    <li className={`card rounded-m break-words ${styles.item} ${read ? '' : styles.unread}`}>
      <button type="button" className={`grid w-full px-4 py-3 rounded-m ${styles.content}`} onClick={markAsRead}>
        <span className="row gap-2 justify-between muted text-xs tabular-nums">
          <span translate="no">{toPanelTime(created_at)}</span>
          {!read && (
            <>
              <span className={styles.dot} />
              <VisuallyHidden>, non letta</VisuallyHidden>
            </>
          )}
        </span>
        <span className={styles.title}>{title}</span>
        <span className="muted pre-line">{isExpanded ? message : (excerpt ?? message)}</span>
      </button>
      <div className={`flex gap-x-4 flex-wrap empty-hidden ${styles.actions}`}>
        {excerpt && !isExpanded && (
          <button type="button" className={`inline-row text-xs ${styles.more}`} onClick={expand}>
            Scopri di più
            <About notification={notification} preposition="su" />
          </button>
        )}
        {booking_id && (
          <Link to={adminPaths.appointment(booking_id)} className={`inline-row text-xs ${styles.more}`} onClick={open}>
            Apri la prenotazione
            <About notification={notification} preposition="di" />
          </Link>
        )}
      </div>
    </li>
  )
}

/** Distinguishes the same action of several notifications. */
const About = ({ notification, preposition }: { notification: Notification; preposition: string }) => (
  <VisuallyHidden>{` ${preposition} ${notification.title}, ${toPanelTime(notification.created_at)}`}</VisuallyHidden>
)
