import type { Notification } from '@prenoto/core/notifications/notification-schema.ts'
import { useState } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './notifications-panel.module.css'
import { shortened, toPanelTime } from './read-state.ts'

type NotificationItemProps = { notification: Notification; onRead: (id: number) => void }

/** A click anywhere on it marks it as read. */
export function NotificationItem({ notification, onRead }: NotificationItemProps) {
  const { id, title, message, read, created_at } = notification
  const [isWhole, setIsWhole] = useState(false)
  const beginning = shortened(message)

  const markAsRead = () => {
    if (!read) onRead(id)
  }
  const showWhole = () => {
    setIsWhole(true)
    markAsRead()
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
      {beginning && !isWhole && (
        <button type="button" className={styles.more} onClick={showWhole}>
          Scopri di più
          <VisuallyHidden>
            {' '}
            su {title}, {toPanelTime(created_at)}
          </VisuallyHidden>
        </button>
      )}
    </li>
  )
}
