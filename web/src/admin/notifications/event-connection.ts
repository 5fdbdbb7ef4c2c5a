import { streamNotifications } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { ApiError, apiStream } from '../../lib/api-client.ts'
import { accessToken } from '../../lib/session.ts'
import { isOutage, noteAnswer, suspectOutage } from '../lib/outage.ts'

/** All in milliseconds. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
/** The server says something every 20 seconds: after so long without a word the connection is dead. */
const SILENCE = 50_000
/** It says so at once when it listens: a connection that has not begun by then leads nowhere. */
const OPENING = 10_000
const LOOK_EVERY = 5000

type Handlers = {
  /** The stream flows: what happens from now on is told, what happened before may have been missed. */
  onOpen(): void
  onClose(): void
  onEvent(event: EventSourceMessage): void
  /** The session has ended. */
  onUnauthorized(): void
}

/**
 * Holds an event stream open. A lost one comes back after growing pauses, and at once after a sleep or when the network
 * is back. Returns how to end it.
 */
export function connectToEvents({ onOpen, onClose, onEvent, onUnauthorized }: Handlers): () => void {
  let connection: AbortController | undefined
  let heardAt = 0
  let isOpen = false
  let pause = FIRST_PAUSE
  let retry: ReturnType<typeof setTimeout> | undefined

  function disconnect() {
    clearTimeout(retry)
    const former = connection
    connection = undefined
    former?.abort()
    if (isOpen) onClose()
    isOpen = false
  }

  async function connect() {
    disconnect()
    // Whoever has just logged out is on their way to the log-in.
    if (accessToken() === undefined) return
    const own = new AbortController()
    connection = own
    heardAt = Date.now()

    const parser = createParser({ onEvent })
    const onText = (text: string) => {
      if (connection !== own) return
      heardAt = Date.now()
      pause = FIRST_PAUSE
      if (!isOpen) {
        isOpen = true
        noteAnswer()
        onOpen()
      }
      parser.feed(text)
    }

    try {
      await apiStream(streamNotifications, { headers: {}, signal: own.signal, onText })
    } catch (error) {
      if (connection === own && error instanceof ApiError && error.status === 401) onUnauthorized()
      if (connection === own && isOutage(error)) suspectOutage()
    }
    if (connection !== own) return
    disconnect()
    // Not all at the same moment, when a server comes back to many.
    retry = setTimeout(connect, pause * (0.5 + Math.random() / 2))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  const isDead = () => Date.now() - heardAt > (isOpen ? SILENCE : OPENING)
  const look = () => connection && isDead() && connect()

  connect()
  const looking = setInterval(look, LOOK_EVERY)
  // Whatever was open before the network went leads nowhere.
  addEventListener('online', connect)
  return () => {
    clearInterval(looking)
    removeEventListener('online', connect)
    disconnect()
  }
}
