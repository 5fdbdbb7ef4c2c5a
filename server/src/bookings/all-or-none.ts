import type { Collision } from '@prenoto/core/collision.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { conflict, HttpError } from '../lib/errors.ts'
import type { Wanted } from './give-place.ts'

/** A visit that may be refused; `booking` is the one that is to move there. */
type Refused = Wanted & { booking?: { id: number } }

/**
 * Takes a place for each of several visits, within a transaction. Throws 409 with what all of them run into once each has been
 * tried, so that nobody has to learn of one after the other.
 */
export async function allOrNone<V extends Refused>(visits: V[], take: (visit: V) => Promise<void>) {
  const refused: { visit: V; error: HttpError }[] = []
  for (const visit of visits)
    try {
      await take(visit)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409) throw error
      refused.push({ visit, error })
    }
  if (refused.length === 0) return

  // What nobody may take all the same is no question.
  const hopeless = refused.find(({ error }) => !error.collisions)
  if (hopeless) throw conflict(`${whenOf(hopeless.visit)}: ${inSentence(hopeless.error.message)}`)
  const error = conflict(
    refused.length === 1 ? 'Una data non è più disponibile.' : `${refused.length} date non sono più disponibili.`,
  )
  error.collisions = refused.flatMap(({ visit, error }) => collisionsOf(visit, error.collisions!))
  throw error
}

const NOT_OFFERED: Collision = { kind: 'hours', detail: 'Non è tra gli orari proposti.' }

const collisionsOf = ({ booking, ...visit }: Refused, collisions: Collision[]): Collision[] =>
  (collisions.length > 0 ? collisions : [NOT_OFFERED]).map(({ kind, detail }) => ({
    kind,
    detail: `${whenOf(visit)}: ${inSentence(detail)}`,
    booking_id: booking?.id,
  }))

const whenOf = ({ visit_day, visit_hour }: Wanted) => `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
