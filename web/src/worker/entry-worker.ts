import type { PushedMessage } from '@prenoto/core/notifications/pushed-message.ts'
import { isAdminPath } from '../lib/paths.ts'
import { OFFLINE_PAGE } from './offline-page.ts'
import { type NotificationScope, openPage, showPushed } from './pushed-notifications.ts'

/** The service worker of the back office. It stores nothing, so that no page or script is ever outdated. */

// The types of the DOM, which the other files need, contain none of a service worker.
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }
type PushEvent = WorkerEvent & { data: { json(): PushedMessage } }
type NotificationEvent = WorkerEvent & { notification: Notification }

const worker = self as unknown as NotificationScope & {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener<E>(type: string, listener: (event: E) => void): void
}

worker.addEventListener<WorkerEvent>('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener<WorkerEvent>('activate', (event) => event.waitUntil(worker.clients.claim()))

const offlinePage = () =>
  new Response(OFFLINE_PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })

worker.addEventListener<FetchEvent>('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET' || !isAdminPath(new URL(request.url).pathname)) return
  event.respondWith(fetch(request).catch(offlinePage))
})

worker.addEventListener<PushEvent>('push', (event) => event.waitUntil(showPushed(worker, event.data.json())))

worker.addEventListener<NotificationEvent>('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(worker, event.notification.data))
})
