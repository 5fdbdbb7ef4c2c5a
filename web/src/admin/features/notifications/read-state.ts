import type { Notification } from '@prenoto/core/notifications/notification-schema.ts'
import type { NotificationPage } from '@prenoto/core/notifications/notifications.endpoints.ts'

/** Marks a notification as read and lowers the count if it was unread. */
export function withOneRead(pages: NotificationPage[], id: number): NotificationPage[] {
  const wasUnread = pages.some(({ notifications }) => notifications.some((one) => one.id === id && !one.read))
  return pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread_count: Math.max(0, page.unread_count - (wasUnread ? 1 : 0)),
  }))
}

export const withAllRead = (pages: NotificationPage[]): NotificationPage[] =>
  pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => ({ ...one, read: true })),
    unread_count: 0,
  }))

/**
 * Merges the newest page into the loaded ones. Notifications that were just marked as read stay read, even if the response
 * is older. After a gap only the newest page is returned, since the older ones may be incomplete.
 */
export function joinNewest(pages: NotificationPage[], newest: NotificationPage): NotificationPage[] {
  const knownById = new Map(pages.flatMap((page) => page.notifications).map((one) => [one.id, one]))
  const isAdjacent = !newest.has_more || newest.notifications.some(({ id }) => knownById.has(id))
  if (!isAdjacent) return [newest]

  const isReadLocally = ({ id }: Notification) => knownById.get(id)?.read ?? false
  const readSince = newest.notifications.filter((one) => !one.read && isReadLocally(one))
  const merged = new Map(newest.notifications.map((one) => [one.id, { ...one, read: one.read || isReadLocally(one) }]))
  const added = [...merged.values()].filter(({ id }) => !knownById.has(id))
  return pages.map((page, i) => ({
    ...page,
    notifications: [...(i === 0 ? added : []), ...page.notifications.map((one) => merged.get(one.id) ?? one)],
    unread_count: newest.unread_count - readSince.length,
  }))
}

/** '21-11-2026 09:30' → '21/11/2026 - 09:30' */
export const toPanelTime = (created_at: string) => {
  const [date = '', time = ''] = created_at.split(' ')
  return `${date.replaceAll('-', '/')} - ${time}`
}

const MAX_LENGTH = 60

/** The beginning of a long message, up to a whole word; undefined for a short one. */
export function shortenMessage(message: string): string | undefined {
  if (message.length <= MAX_LENGTH) return undefined
  const excerpt = message.slice(0, MAX_LENGTH)
  return `${excerpt.slice(0, Math.max(excerpt.lastIndexOf(' '), MAX_LENGTH / 2)).trimEnd()}…`
}
