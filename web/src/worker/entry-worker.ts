import { isAdminPath } from '../lib/paths.ts'
import { OFFLINE_PAGE } from './offline-page.ts'

/** The service worker of the back office. It stores nothing, so that no page or script is ever outdated. */

// The types of the DOM, which the other files need, contain none of a service worker.
type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void }

const worker = self as unknown as {
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
