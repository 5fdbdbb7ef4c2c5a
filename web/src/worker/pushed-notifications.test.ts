import { expect, test } from 'vitest'
import { type NotificationScope, openPage, showPushed } from './pushed-notifications.ts'

const message = { title: 'Nuova prenotazione', body: 'Lunedì', path: '/appointments/7', tag: 'booking-7', unread: 3 }

/** A service worker with open windows; `done` lists what it does. */
function workerWith(addresses: string[]) {
  const done: unknown[] = []
  const scope: NotificationScope = {
    clients: {
      matchAll: async () =>
        addresses.map((url) => ({
          url,
          focus: async () => done.push(['focus', url]),
          postMessage: (sent) => done.push(['ask', url, sent]),
        })),
      openWindow: async (address) => done.push(['open', address]),
    },
    registration: {
      showNotification: async (title, { body, tag, data } = {}) => void done.push([title, body, tag, data]),
    },
    navigator: { setAppBadge: async (count) => void done.push(['badge', count]) },
  }
  return { scope, done }
}

test('a pushed message is shown, with the unread count at the icon', async () => {
  const { scope, done } = workerWith([])
  await showPushed(scope, message)
  expect(done).toEqual([
    ['Nuova prenotazione', 'Lunedì', 'booking-7', '/appointments/7'],
    ['badge', 3],
  ])
})

test('a browser without badges or with refused ones still shows the notification', async () => {
  for (const setAppBadge of [undefined, () => Promise.reject(new Error('NotAllowedError'))]) {
    const { scope, done } = workerWith([])
    await showPushed({ ...scope, navigator: { setAppBadge } as never }, message)
    expect(done).toHaveLength(1)
  }
})

test('a click asks an open window of the back office to open the booking', async () => {
  const page = 'https://salone.it/calendar'
  const { scope, done } = workerWith(['https://salone.it/client_service', page])
  await openPage(scope, message.path)
  expect(done).toEqual([
    ['ask', page, { open: '/appointments/7' }],
    ['focus', page],
  ])
})

test('a click opens a new window if only the public site is open', async () => {
  const { scope, done } = workerWith(['https://salone.it/'])
  await openPage(scope, message.path)
  expect(done).toEqual([['open', '/appointments/7']])
})
