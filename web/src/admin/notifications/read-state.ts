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
