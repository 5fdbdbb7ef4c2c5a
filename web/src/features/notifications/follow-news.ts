import { streamNotifications } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { ApiError, apiStream } from '../../lib/api-client.ts'
import { eventStreamParser } from '../../lib/event-stream.ts'

/** What there is to read again: as the stream's events are called, or who is logged in. */
export type News = 'notification' | 'bookings' | 'session'

/** All in milliseconds. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** The server says something every 20 seconds: after so long without a word the connection is dead. */
const SILENCE = 50_000
/** It says so at once when it listens: a connection that has not begun by then leads nowhere. */
const OPENING = 10_000
const LOOK_EVERY = 5000
/** A page that nobody sees gives its connection back: a browser has six of them for all its tabs. */
const UNSEEN = 60_000

/**
 * Listens to the news of the business and tells what each is about. A lost connection comes back after growing pauses,
 * after a sleep and in a page that is seen again at once, and what was missed meanwhile is told. Returns how to stop.
 */
export function followNews(onNews: (news: News) => void): () => void {
  let connection: AbortController | undefined
  let lastId = ''
  let heardAt = 0
  let isOpen = false
  let hasListened = false
  let pause = FIRST_PAUSE
  let retry: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  function disconnect() {
    clearTimeout(retry)
    const former = connection
    connection = undefined
    former?.abort()
  }

  async function connect() {
    disconnect()
    const own = new AbortController()
    connection = own
    heardAt = Date.now()
    isOpen = false

    const take = eventStreamParser(({ event, id }) => {
      lastId = id || lastId
      if (event === 'notification' || event === 'bookings') onNews(event)
    })
    const onText = (text: string) => {
      if (connection !== own) return
      heardAt = Date.now()
      if (!isOpen && hasListened) for (const missed of ['notification', 'bookings'] as const) onNews(missed)
      isOpen = true
      hasListened = true
      pause = FIRST_PAUSE
      take(text)
    }

    const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {}
    try {
      await apiStream(streamNotifications, { headers, signal: own.signal, onText })
    } catch (error) {
      if (connection === own && error instanceof ApiError && error.status === 401) onNews('session')
    }
    if (connection !== own) return
    connection = undefined
    // Not all at the same moment, when a server comes back to many.
    retry = setTimeout(connect, pause * (0.5 + Math.random() / 2))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const isDead = () => Date.now() - heardAt > (isOpen ? SILENCE : OPENING)
  const look = () => connection && isDead() && connect()
  const comeBack = () => (!connection || isDead()) && connect()
  const onVisibility = () => {
    clearTimeout(leaving)
    if (document.visibilityState === 'visible') comeBack()
    else leaving = setTimeout(disconnect, UNSEEN)
  }

  connect()
  const looking = setInterval(look, LOOK_EVERY)
  // Whatever was open before the network went leads nowhere.
  addEventListener('online', connect)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(looking)
    clearTimeout(leaving)
    removeEventListener('online', connect)
    document.removeEventListener('visibilitychange', onVisibility)
    disconnect()
  }
}
