import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../server/src/features/operations/demo/random.ts'
import type { Business, Scene } from './business.ts'
import type { Client } from './client.ts'
import * as series from './operations/series.ts'
import * as staff from './operations/staff.ts'
import * as visitors from './operations/visitors.ts'
import * as waitingList from './operations/waiting-list.ts'
import type { Operation, OperationKind } from './plan.ts'

/** An operation that is so late is skipped, milliseconds. */
const TOO_LATE = 10_000

const PERFORM: Record<OperationKind, (scene: Scene) => Promise<void>> = {
  book: visitors.book,
  'read service': visitors.readService,
  'read home page': visitors.readHomePage,
  cancel: visitors.cancel,
  'reschedule own booking': visitors.rescheduleOwnBooking,
  'join waiting list': waitingList.joinWaitingList,
  'answer offer': waitingList.answerOffer,
  'list bookings': staff.listBookings,
  'staff: book': staff.bookAsStaff,
  'staff: reschedule': staff.rescheduleAsStaff,
  'staff: cancel': staff.cancelAsStaff,
  'upload picture': staff.uploadPicture,
  'book series': series.bookSeries,
  'reschedule series': series.rescheduleSeries,
  'delete series': series.deleteSeries,
  'close calendar': staff.closeCalendar,
  'reopen calendar': staff.reopenCalendar,
  'edit service': staff.editService,
  'edit texts': staff.editTexts,
}

type LoadParts = { client: Client; businesses: Business[]; findWaitingLink: Scene['findWaitingLink']; start: number }

/** Performs the planned operations, those of one actor one after the other. Returns how many were skipped. */
export async function runLoad(operations: Operation[], { client, businesses, findWaitingLink, start }: LoadParts) {
  let skipped = 0
  async function perform(actorOperations: { operation: Operation; serial: number }[]) {
    for (const { operation, serial } of actorOperations) {
      const wait = start + operation.at - Date.now()
      if (wait > 0) await sleep(wait)
      if (wait < -TOO_LATE) skipped += 1
      else {
        const [business, random] = [businesses[operation.business]!, dice(operation.seed)]
        await PERFORM[operation.what]({ client, findWaitingLink, business, operation, random, serial })
      }
    }
  }
  const numbered = operations.map((operation, i) => ({ operation, serial: i + 1 }))
  await Promise.all([...Map.groupBy(numbered, ({ operation }) => operation.actor).values()].map(perform))
  return skipped
}
