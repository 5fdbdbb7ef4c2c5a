import type { Notification } from '@prenoto/core/notifications/notification-schema.ts'
import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './notifications-panel.module.css'
import { shortened, toPanelTime } from './read-state.ts'

type NotificationItemProps = {
  notification: Notification
  onRead: (id: number) => void
  /** One leaves for what it is about. */
  onLeave: () => void
}

/** A click anywhere on it marks it as read. */
export function NotificationItem({ notification, onRead, onLeave }: NotificationItemProps) {
  const { id, title, message, read, created_at, booking_id } = notification
  const [isWhole, setIsWhole] = useState(false)
  const beginning = shortened(message)

  const markAsRead = () => {
    if (!read) onRead(id)
  }
  const showWhole = () => {
    setIsWhole(true)
    markAsRead()
  }
  const open = (event: MouseEvent) => {
    markAsRead()
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!isElsewhere) onLeave()
  }
  return (
    <li className={read ? styles.item : `${styles.item} ${styles.unread}`}>
      <button type="button" className={styles.content} onClick={markAsRead}>
        <span className={styles.when}>
          {toPanelTime(created_at)}
          {!read && (
            <>
              <span className={styles.dot} />
              <VisuallyHidden>, non letta</VisuallyHidden>
            </>
          )}
        </span>
        <span className={styles.title}>{title}</span>
        <span className={styles.message}>{isWhole ? message : (beginning ?? message)}</span>
      </button>
      <div className={styles.actions}>
        {beginning && !isWhole && (
          <button type="button" className={styles.more} onClick={showWhole}>
            Scopri di più
            <About notification={notification} preposition="su" />
          </button>
        )}
        {booking_id && (
          <Link to={paths.appointment(booking_id)} className={styles.more} onClick={open}>
            Apri la prenotazione
            <About notification={notification} preposition="di" />
          </Link>
        )}
      </div>
    </li>
  )
}

/** What tells alike actions of several notifications apart. */
const About = ({ notification, preposition }: { notification: Notification; preposition: string }) => (
  <VisuallyHidden>
    {' '}
    {preposition} {notification.title}, {toPanelTime(notification.created_at)}
  </VisuallyHidden>
)
