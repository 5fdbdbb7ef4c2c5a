import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../server/src/demo/random.ts'
import type { Client } from './client.ts'
import * as closures from './closures.ts'
import * as customers from './customers.ts'
import type { MailServer } from './mail.ts'
import type { Step, What } from './plan.ts'
import * as thoughts from './second-thoughts.ts'
import * as series from './series.ts'
import type { Shop } from './shop.ts'
import * as staff from './staff.ts'
import * as strangers from './strangers.ts'
import * as visitors from './visitors.ts'
import * as waiting from './waiting.ts'

/** Whoever is so late has given up, milliseconds. */
const TOO_LATE = 10_000

const DOING: Record<What, (scene: visitors.Scene, shops: Shop[]) => Promise<void>> = {
  book: (scene) => visitors.book(scene),
  'read service': visitors.readService,
  'read list': visitors.readList,
  'read page': visitors.readPage,
  cancel: visitors.cancel,
  'move visit': visitors.moveVisit,
  rebook: visitors.rebook,
  wait: waiting.wait,
  'answer offer': waiting.answerOffer,
  'come unwanted': visitors.comeUnwanted,
  contact: visitors.askForContact,
  'list bookings': staff.listBookings,
  'read booking': staff.readBooking,
  'move booking': staff.moveBooking,
  'edit booking': staff.editBooking,
  'staff books': staff.staffBooks,
  'staff cancels': staff.staffCancels,
  'delete and undo': thoughts.deleteAndUndo,
  'move and undo': thoughts.moveAndUndo,
  'book series': series.bookSeries,
  'move series': series.moveSeries,
  'delete series': series.deleteSeries,
  'say outcome': customers.sayOutcome,
  'close calendar': staff.closeCalendar,
  'open calendar': staff.openCalendar,
  'close calendars': closures.closeCalendars,
  'open besides': closures.openBesides,
  'open besides no more': closures.openBesidesNoMore,
  'steer waiting': waiting.steerWaiting,
  'merge customers': customers.mergeCustomers,
  'block customer': customers.blockCustomer,
  'search customers': customers.searchCustomers,
  'read numbers': customers.readNumbers,
  'edit service': staff.editService,
  'edit texts': staff.editTexts,
  'edit profile': staff.editProfile,
  upload: staff.upload,
  'log in and out': staff.logInAndOut,
  dashboard: staff.lookAtDashboard,
  'wrong password': strangers.guessPassword,
  'unknown host': strangers.comeToUnknownHost,
  'strange session': (scene, shops) =>
    strangers.comeWithStrangeSession(scene, shops.find((shop) => shop !== scene.shop)!),
}

type Parts = { client: Client; shops: Shop[]; mail: Pick<MailServer, 'linksTo'>; start: number }

/** Has everybody do what was planned, one thing after the other each. Returns how many came too late to begin. */
export async function runLoad(steps: Step[], { client, shops, mail, start }: Parts): Promise<number> {
  const common = { client, linksTo: mail.linksTo }
  let late = 0
  async function live(own: { step: Step; serial: number }[]) {
    for (const { step, serial } of own) {
      const wait = start + step.at - Date.now()
      if (wait > 0) await sleep(wait)
      if (wait < -TOO_LATE) late += 1
      else
        await DOING[step.what]({ ...common, shop: shops[step.business]!, step, chance: dice(step.seed), serial }, shops)
    }
  }
  const numbered = steps.map((step, serial) => ({ step, serial: serial + 1 }))
  await Promise.all([...Map.groupBy(numbered, ({ step }) => step.actor).values()].map(live))
  return late
}
