import type { OpenRequest, PushedMessage } from '@prenoto/core/notifications/pushed-message.ts'
import { isAdminPath } from '../lib/paths.ts'

/** A window of the browser. */
type Page = { url: string; focus(): Promise<unknown>; postMessage(message: OpenRequest): void }

/** The parts of a service worker that notifications use; the types of the DOM contain none. */
export type NotificationScope = {
  clients: { matchAll(options: object): Promise<Page[]>; openWindow(address: string): Promise<unknown> }
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  navigator: Pick<Navigator, 'setAppBadge'>
}

/** Shows a notification, and the unread count at the icon of the app where the browser can. */
export async function showPushed(
  { registration, navigator }: NotificationScope,
  { title, body, tag, path, unread }: PushedMessage,
) {
  // `renotify` also sounds for a later change of the same booking.
  const options = { body, tag, renotify: true, icon: '/admin-icons/icon-192.png', data: path }
  await registration.showNotification(title, options)
  // Browsers refuse a badge to apps without a permission.
  await navigator.setAppBadge?.(unread)?.catch(() => {})
}

/** Opens a page of the back office in one of its windows, which may ask about unsaved data first, or in a new one. */
export async function openPage({ clients }: NotificationScope, path: string) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => isAdminPath(new URL(url).pathname))
  if (!page) return clients.openWindow(path)
  page.postMessage({ open: path })
  return page.focus()
}
