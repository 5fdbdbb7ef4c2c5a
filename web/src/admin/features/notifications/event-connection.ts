import { streamNotifications } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, apiStream } from '../../../lib/api-client.ts'
import { checkServer, isOutage, probeNow } from '../../../lib/server-status.ts'
import { accessToken } from '../../../lib/session.ts'

/** Backoff between two attempts, milliseconds. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** Milliseconds without data after which a connection is dead; the server sends some every 20 seconds. */
const MAX_SILENCE = 50_000
/** Milliseconds after which a connection that has not opened is dead. */
const OPEN_TIMEOUT = 10_000
const CHECK_EVERY = 5000

type Handlers = {
  /** The stream is open; earlier events may have been missed. */
  onOpen(): void
  onEvent(event: EventSourceMessage): void
  /** The session has ended. */
  onUnauthorized(): void
}

/**
 * Holds an event stream open. Reconnects with exponential backoff, or at once after a sleep or when the network is back.
 * Returns a function that disconnects.
 */
export function connectToEvents({ onOpen, onEvent, onUnauthorized }: Handlers): () => void {
  let connection: AbortController | undefined
  let lastDataAt = 0
  let isOpen = false
  let pause = FIRST_PAUSE
  let retry: ReturnType<typeof setTimeout> | undefined

  function disconnect() {
    clearTimeout(retry)
    const previous = connection
    connection = undefined
    previous?.abort()
    isOpen = false
  }

  async function connect() {
    disconnect()
    // After a log-out the page is about to open the log-in.
    if (accessToken() === undefined) return
    const ownConnection = new AbortController()
    connection = ownConnection
    lastDataAt = Date.now()

    const parser = createParser({ onEvent })
    const onText = (text: string) => {
      if (connection !== ownConnection) return
      lastDataAt = Date.now()
      pause = FIRST_PAUSE
      if (!isOpen) {
        isOpen = true
        probeNow()
        onOpen()
      }
      parser.feed(text)
    }

    try {
      await apiStream(streamNotifications, { headers: {}, signal: ownConnection.signal, onText })
    } catch (error) {
      if (connection === ownConnection && error instanceof ApiError && error.status === 401) onUnauthorized()
      if (connection === ownConnection && isOutage(error)) checkServer()
    }
    if (connection !== ownConnection) return
    disconnect()
    // Jitter, so that browsers do not all reconnect at once when a server is back.
    retry = setTimeout(connect, pause * (0.5 + Math.random() / 2))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const isDead = () => Date.now() - lastDataAt > (isOpen ? MAX_SILENCE : OPEN_TIMEOUT)
  const check = () => connection && isDead() && connect()

  connect()
  const checking = setInterval(check, CHECK_EVERY)
  // A connection that was open before the network went away is dead.
  addEventListener('online', connect)
  return () => {
    clearInterval(checking)
    removeEventListener('online', connect)
    disconnect()
  }
}
