import type { OpenRequest } from '@prenoto/core/notifications/pushed-message.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isRefusal } from '../../../lib/retry.ts'
import { readBrowserItem } from '../../../lib/session.ts'
import { registerWorker } from '../../lib/service-worker.ts'
import { useUser } from '../session/session.queries.ts'
import { notificationsQuery } from './notifications.queries.ts'
import { PUSH_USER } from './push/push-user.ts'

/** Milliseconds after which the first page has usually loaded. */
const DELAY = 2_000

/** Registers the service worker, opens the pages of its notifications, and shows the unread count at the app's icon. */
export function useInstalledApp() {
  const { id } = useUser()
  const navigate = useNavigate()
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread_count

  useEffect(() => {
    const timer = setTimeout(async () => {
      const registration = await registerWorker()
      if (!registration || readBrowserItem(PUSH_USER) === undefined) return
      const { renewPush } = await import('./push/push-device.ts')
      await renewPush(registration, id).catch((error) => {
        // The next visit tries again.
        if (!isRefusal(error)) console.error('Notifications of this device were not renewed.', error)
      })
    }, DELAY)
    return () => clearTimeout(timer)
  }, [id])

  useEffect(() => {
    const open = ({ data }: MessageEvent<OpenRequest>) => navigate(data.open)
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [navigate])

  useEffect(() => {
    // Browsers refuse a badge to apps without a permission; the page shows the count in any case.
    if (unread !== undefined) showUnread(unread).catch(() => {})
  }, [unread])
}

/** Also removes the device's notifications once all are read. */
async function showUnread(count: number) {
  await navigator.setAppBadge?.(count)
  if (count > 0) return
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
