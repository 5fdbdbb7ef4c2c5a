import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { EventSourceMessage } from 'eventsource-parser'
import { accessToken, onSessionChange } from '../../../lib/session.ts'
import { connectToEvents } from './event-connection.ts'

/** Data that is outdated after an event of the stream, or after the session has changed. */
export type Topic = 'notification' | 'bookings' | 'rights' | 'session'

/** An outdated topic or a changed record. */
export type Update = Topic | RecordChange

const STREAMED: Topic[] = ['notification', 'bookings']
const isStreamed = (event: string): event is Topic => STREAMED.includes(event as Topic)

const parseUpdates = ({ event = '', data }: EventSourceMessage): Update[] =>
  event === 'record' ? [JSON.parse(data) as RecordChange] : isStreamed(event) ? [event] : []

type Handlers = {
  /** The stream is open; earlier events of these topics may have been missed. */
  onOpen(topics: Topic[]): void
  onUpdate(update: Update): void
}

/**
 * Holds an event stream open while the page is visible, and reports its events. A replaced stream opens again only when the
 * user returns to the page, so that many pages do not replace each other's streams for ever. Returns a function that stops.
 */
export function subscribe({ onOpen, onUpdate }: Handlers): () => void {
  let disconnect: (() => void) | undefined

  function close() {
    disconnect?.()
    disconnect = undefined
  }

  function reopen() {
    close()
    if (document.visibilityState === 'hidden' || accessToken() === undefined) return
    disconnect = connectToEvents({
      onOpen: () => onOpen([...STREAMED, 'rights']),
      onEvent: (message) => (message.event === 'replaced' ? close() : parseUpdates(message).forEach(onUpdate)),
      onUnauthorized: () => onUpdate('session'),
    })
  }

  const reopenIfClosed = () => disconnect || reopen()

  reopen()
  document.addEventListener('visibilitychange', reopen)
  addEventListener('focus', reopenIfClosed)
  const unsubscribe = onSessionChange(reopen)
  return () => {
    document.removeEventListener('visibilitychange', reopen)
    removeEventListener('focus', reopenIfClosed)
    unsubscribe()
    close()
  }
}
