import { WORKER } from '@prenoto/core/pages/installed-app.ts'

/** Undefined where the browser or an address without HTTPS allows none, and in development. */
const container = () => (import.meta.env.PROD ? navigator.serviceWorker : undefined)

/** Registers the service worker, which shows the offline page and push notifications. */
export function registerWorker() {
  // Without it the back office works as before; the next visit tries again.
  container()
    ?.register(WORKER, { updateViaCache: 'none' })
    .catch(() => {})
}
