import type { Notification } from '@prenoto/core/notifications/notification-schema.ts'
import type { NotificationPage } from '@prenoto/core/notifications/notifications.endpoints.ts'

/** Sets one notification read; the count goes down by one if it was not, and never below zero. */
export function oneRead(pages: NotificationPage[], id: number): NotificationPage[] {
  const wasUnread = pages.some(({ notifications }) => notifications.some((one) => one.id === id && !one.read))
  return pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread_count: Math.max(0, page.unread_count - (wasUnread ? 1 : 0)),
  }))
}

/** Sets every notification read and the count to zero. */
export const allRead = (pages: NotificationPage[]): NotificationPage[] =>
  pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => ({ ...one, read: true })),
    unread_count: 0,
  }))

/**
 * Loaded pages, and the newest one as it is now: what is new stands before them. What was just marked as read stays so,
 * though the answer may have been made before. After a gap nothing older is known for certain: the newest page is all.
 */
export function joinNewest(pages: NotificationPage[], newest: NotificationPage): NotificationPage[] {
  const known = new Map(pages.flatMap((page) => page.notifications).map((one) => [one.id, one]))
  const isAdjoining = !newest.has_more || newest.notifications.some(({ id }) => known.has(id))
  if (!isAdjoining) return [newest]

  const isReadHere = ({ id }: Notification) => known.get(id)?.read ?? false
  const readSince = newest.notifications.filter((one) => !one.read && isReadHere(one))
  const present = new Map(newest.notifications.map((one) => [one.id, { ...one, read: one.read || isReadHere(one) }]))
  const added = [...present.values()].filter(({ id }) => !known.has(id))
  return pages.map((page, i) => ({
    ...page,
    notifications: [...(i === 0 ? added : []), ...page.notifications.map((one) => present.get(one.id) ?? one)],
    unread_count: newest.unread_count - readSince.length,
  }))
}

/** '21-11-2026 09:30' → '21/11/2026 - 09:30' */
export const toPanelTime = (created_at: string) => {
  const [date = '', time = ''] = created_at.split(' ')
  return `${date.replaceAll('-', '/')} - ${time}`
}

const SHORT = 60

/** The beginning of a long message, up to a whole word; undefined for one that is short anyway. */
export function shortened(message: string): string | undefined {
  if (message.length <= SHORT) return undefined
  const beginning = message.slice(0, SHORT)
  return `${beginning.slice(0, Math.max(beginning.lastIndexOf(' '), SHORT / 2)).trimEnd()}…`
}
