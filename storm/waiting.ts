import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt, toInstant } from '@prenoto/core/time/time-zone.ts'
import type { Hold } from './journal.ts'
import { changesMind } from './second-thoughts.ts'
import {
  bookedOf,
  bookingValueOf,
  calendarName,
  emailOf,
  placeOf,
  type Shop,
  sightsOf,
  type Waiter,
  waitingOf,
  withBooking,
} from './shop.ts'
import { atWork } from './staff.ts'
import { chooseCalendar, own, type Scene } from './visitors.ts'

/** On how many days, from today on, people wait. */
const DAYS_WAITED_FOR = 4

/** Among how many of those who came last somebody looks whether they are offered a place. */
const NEWEST = 25

/** Waits for a place on a full day; where there is no list, or no full day, nobody can. */
export async function wait({ client, shop, step, chance, serial }: Scene) {
  const service = chance.pick(shop.services)
  const day = addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(DAYS_WAITED_FOR))
  const calendar = chooseCalendar(chance, service)
  const about = { actor: step.actor, shop, what: step.what }
  const chanceTo = await client.ask(chance.pick(client.servers), {
    ...about,
    method: 'GET',
    path: `/client/waiting/${service.id}?visit_day=${day}${calendar === undefined ? '' : `&calendar_id=${calendar}`}`,
    expected: [200],
  })
  const parts: string[] = chanceTo.status === 200 ? chanceTo.json.parts : []
  if (parts.length === 0) return
  const key = `${shop.marker.toLowerCase()}-attesa${serial}`
  const record = waitingOf(key)
  const told = await client.insist(chance, {
    ...about,
    method: 'POST',
    path: `/client/waiting/${service.id}`,
    payload: {
      name: `${shop.marker} ${key}`,
      surname: shop.marker,
      email: emailOf(key),
      telephone: '3331234567',
      privacy: true,
      visit_day: day,
      part: chance.chance(0.7) ? null : chance.pick(parts),
      calendar_id: calendar,
    },
    own: emailOf(key),
    // 409: somebody may just have cancelled.
    expected: [201, 409, 422],
    change: { record, how: 'create', value: 'waits' },
  })
  if (told.status === 201) shop.waiting.push({ key, service, day })
}

/** Somebody who waits opens the link that they were sent, and books what is held for them, refuses it, leaves or lets it pass. */
export async function answerOffer(scene: Scene) {
  const { client, shop, step, chance, linksTo } = scene
  const waiter = shop.waiting.length > 0 ? chance.pick(shop.waiting.slice(-NEWEST)) : undefined
  const link = waiter && linksTo(emailOf(waiter.key)).find((path) => path.startsWith('/waiting/'))
  if (!link) return
  const { key, service, day } = waiter
  const email = emailOf(key)
  const about = { actor: step.actor, shop, what: step.what, own: email }
  const readAt = Date.now()
  let offer: Offer | undefined
  await client.ask(chance.pick(client.servers), {
    ...about,
    method: 'GET',
    path: link,
    isPage: true,
    expected: [200],
    learn(html: string) {
      offer = offerIn(html)
      return { held: offer && holdOf(shop, waiter, offer, readAt) }
    },
  })
  if (!offer) return
  const { id, visit_hour } = offer
  const [booking, waiting] = [`booking ${key}`, waitingOf(key)]
  const press = (answer: string, value: string) =>
    client.insist(chance, {
      ...about,
      method: 'POST',
      path: `${link}/${answer}?offerta=${id}`,
      isPage: true,
      expected: [303],
      // Too late, or booked, it changes nothing.
      change: { record: waiting, how: 'update', value, isPossible: true },
    })
  const luck = chance.below(100)
  if (luck < 15) await press('refuse', 'waits')
  else if (luck < 22) await press('leave', 'left')
  else if (luck < 75) {
    const person = { name: `${shop.marker} ${key}`, telephone: '3331234567' }
    const visit = { service_id: service.id, visit_day: day, visit_hour, ...person }
    const told = await client.insist(chance, {
      ...about,
      method: 'POST',
      path: `/client/waiting/book/${link.split('/')[2]}`,
      payload: { offer_id: id },
      among: service.calendars,
      expected: [201, 409, 404],
      change: { record: booking, how: 'create', value: bookingValueOf(visit) },
      also: [...withBooking(booking, person), { record: waiting, how: 'update', value: 'booked' }],
      learn(made) {
        own(shop, step.actor, { record: booking, hiddenId: made.hidden_id, service })
        return { sights: sightsOf(made), booked: bookedOf(shop, made, 0), gave: placeOf(shop, made) }
      },
    })
    // Whoever may have been given it, or was, asks for nothing else.
    if (told.status === undefined || told.status < 300 || told.status >= 500)
      shop.waiting.splice(shop.waiting.indexOf(waiter), 1)
  }
}

type Offer = NonNullable<NonNullable<PageData['waiting']>['offer']>

function offerIn(html: string): Offer | undefined {
  const [, data] = /id="page-data"[^>]*>(.+?)<\/script>/s.exec(html) ?? []
  return (data && (JSON.parse(data) as PageData).waiting?.offer) || undefined
}

function holdOf(shop: Shop, { key, service, day }: Waiter, offer: Offer, readAt: number): Hold {
  const { visit_hour, calendar_name, until_day, until_hour } = offer
  const named = shop.calendars.find((_, i) => calendarName(shop.marker, i) === calendar_name)
  const calendar_id = named ?? service.calendarId
  return {
    // For how long the service takes may have been changed since.
    ...placeOf(shop, { visit_day: day, visit_hour, calendar_id, service_duration: 1 }),
    records: [`booking ${key}`, waitingOf(key)],
    readAt,
    until: toInstant(until_day, until_hour, shop.timeZone).epochMilliseconds,
  }
}

/** The staff looks who waits for a day, takes somebody off the list and, now and then, puts them back. */
export async function steerWaiting(scene: Scene) {
  const { shop, chance } = scene
  const { ask, insist } = atWork(scene)
  const day = addDays(localTimeAt(Date.now(), shop.timeZone).date, chance.below(DAYS_WAITED_FOR))
  const { status, json } = await ask({ method: 'GET', path: `/waiting?visit_day=${day}`, expected: [200] })
  const entries: { id: number; email: string }[] = status === 200 ? json : []
  if (entries.length === 0 || chance.chance(0.6)) return
  const { id, email } = chance.pick(entries)
  const record = waitingOf(email.split('@')[0]!)
  const removed = await insist({
    method: 'DELETE',
    path: `/waiting/${id}`,
    expected: [204, 404],
    change: { record, how: 'update', value: 'removed' },
  })
  if (removed.status !== 204 || !(await changesMind(chance))) return
  await insist({
    method: 'POST',
    path: `/waiting/${id}/restore`,
    payload: {},
    expected: [200, 404, 409],
    // One who stands in line already stays as they are, also as somebody who has left.
    change: { record, how: 'update', value: 'waits' },
  })
}
