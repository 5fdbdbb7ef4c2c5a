import { addPushDevice, renewPushDevice } from '@prenoto/core/notifications/push.endpoints.ts'
import { api } from '../../../../lib/api-client.ts'
import { readBrowserItem, removeBrowserItem, storeBrowserItem } from '../../../../lib/session.ts'
import { registerWorker } from '../../../lib/service-worker.ts'
import { PUSH_USER } from './push-user.ts'

/** Why this browser cannot receive push notifications now; undefined if it can. */
export type Obstacle = 'not-installed' | 'insecure' | 'unsupported' | 'denied'

export function findObstacle(): Obstacle | undefined {
  if (!isSecureContext) return 'insecure'
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return isAppleDevice() ? 'not-installed' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** iPhones and iPads, which receive push notifications only in installed apps; iPads call themselves Macs. */
const isAppleDevice = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/**
 * Asks for the permission, subscribes at the browser's push service and tells the server. Call it in a click. Returns
 * whether the user has allowed it; throws if the push service or the server fails.
 */
export async function switchPushOn(publicKey: string, userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await registerWorker()
  if (!registration) throw new Error('There is no service worker')
  await navigator.serviceWorker.ready
  await subscribe(registration, publicKey)
  storeBrowserItem(PUSH_USER, String(userId))
  return true
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const previous = await pushManager.getSubscription()
  if (previous && !hasKey(previous, publicKey)) await previous.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await api(addPushDevice, { body: { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! } })
}

export async function switchPushOff() {
  removeBrowserItem(PUSH_USER)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Ties the subscription to the present session, or ends one that belongs to another user or was removed elsewhere. */
export async function renewPush(registration: ServiceWorkerRegistration, userId: number) {
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription || readBrowserItem(PUSH_USER) !== String(userId)) return switchPushOff()
  const { is_on, public_key } = await api(renewPushDevice, { body: { endpoint: subscription.endpoint } })
  if (!is_on) return switchPushOff()
  // The installation has new keys.
  if (public_key && !hasKey(subscription, public_key)) await subscribe(registration, public_key)
}

function hasKey({ options }: PushSubscription, publicKey: string) {
  const key = options.applicationServerKey && String.fromCharCode(...new Uint8Array(options.applicationServerKey))
  return !key || btoa(key).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
