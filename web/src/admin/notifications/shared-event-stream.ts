import type { RecordChange } from '@prenoto/core/notifications/notification-schema.ts'
import type { EventSourceMessage } from 'eventsource-parser'
import { accessToken, onSessionChange } from '../../lib/session.ts'
import { hasLocks, openElection } from '../lib/leader.ts'
import { connectToEvents } from './event-connection.ts'

/** What there is to read again: as the stream's events are called, or who is logged in. */
export type Topic = 'notification' | 'bookings' | 'session'

/** What has happened: there is something to read again, or a record was changed. */
export type Update = Topic | RecordChange

const STREAMED: Topic[] = ['notification', 'bookings']
const isStreamed = (event: string): event is Topic => STREAMED.includes(event as Topic)
const updatesOf = ({ event = '', data }: EventSourceMessage): Update[] =>
  event === 'record' ? [JSON.parse(data) as RecordChange] : isStreamed(event) ? [event] : []

/** What pages of one browser say to each other. */
type TabMessage =
  /** The leader: what has happened, if anything, and whether its stream is open. */
  | { from: 'leader'; updates: Update[]; isOpen: boolean }
  /** Whoever has just come to be seen, and asks whether a stream is open. */
  | { from: 'newcomer' }

const NAME = 'live-updates'

/** Milliseconds between a leader's signs of life. */
const SIGN_EVERY = 5000
/** A leader that gave none for so long is stuck, in a print dialog for instance. */
const SILENCE = 20_000

/**
 * Tells what has changed for as long as the page is seen, and when it comes to be seen what may have changed meanwhile.
 * All pages of a browser share one event stream, held by one that is seen: a browser stops or slows the others, and
 * gives a host six connections for all of them. Returns how to end it.
 */
export function subscribe(onUpdate: (update: Update) => void): () => void {
  const channel = hasLocks ? new BroadcastChannel(NAME) : undefined
  const election = openElection(NAME, lead)
  let isStanding = false
  // Between its first readings and now things may have happened.
  let isBehind = true
  let heardAt = 0
  /** As long as this page leads. */
  let giveSign: (() => void) | undefined

  const send = (message: TabMessage) => channel?.postMessage(message)

  function receive(updates: Update[], isOpen: boolean) {
    heardAt = Date.now()
    for (const piece of isOpen && isBehind ? STREAMED : updates) onUpdate(piece)
    if (isOpen) isBehind = false
  }

  function lead() {
    let isOpen = false
    const publish = (...updates: Update[]) => {
      send({ from: 'leader', updates, isOpen })
      receive(updates, isOpen)
    }
    const disconnect = connectToEvents({
      onOpen: () => {
        isOpen = true
        publish(...STREAMED)
      },
      onClose: () => {
        isOpen = false
      },
      onEvent: (message) => publish(...updatesOf(message)),
      onUnauthorized: () => publish('session'),
    })
    giveSign = () => publish()
    giveSign()
    const signing = setInterval(giveSign, SIGN_EVERY)
    return () => {
      giveSign = undefined
      clearInterval(signing)
      disconnect()
    }
  }

  function stand() {
    if (isStanding || document.visibilityState === 'hidden' || accessToken() === undefined) return
    isStanding = true
    heardAt = Date.now()
    election.stand()
    send({ from: 'newcomer' })
  }

  function withdraw() {
    isStanding = false
    isBehind = true
    election.withdraw()
  }

  const onVisibility = () => (document.visibilityState === 'hidden' ? withdraw() : stand())
  const onNewSession = () => {
    withdraw()
    stand()
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (!isStanding) return
    if (data.from === 'leader') receive(data.updates, data.isOpen)
    else giveSign?.()
  })
  const watching = setInterval(() => {
    if (!isStanding || giveSign || Date.now() - heardAt <= SILENCE) return
    heardAt = Date.now()
    election.replace()
  }, SIGN_EVERY)

  stand()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', withdraw)
  addEventListener('pageshow', onVisibility)
  const forgetSession = onSessionChange(onNewSession)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', withdraw)
    removeEventListener('pageshow', onVisibility)
    forgetSession()
    clearInterval(watching)
    withdraw()
    channel?.close()
  }
}
