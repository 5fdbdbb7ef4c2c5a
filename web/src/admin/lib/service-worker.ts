import { WORKER } from '@prenoto/core/pages/installed-app.ts'

/** Registers the service worker. Undefined where the browser or an address without HTTPS allows none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // The development server does not build it.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return undefined
  try {
    return await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  } catch {
    // Without it the back office works as before; the next visit tries again.
    return undefined
  }
}
