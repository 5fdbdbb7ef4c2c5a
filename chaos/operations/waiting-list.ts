import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import {
  type Business,
  callers,
  observeCreation,
  rememberOwn,
  type Scene,
  someDay,
  toEmail,
  toPosition,
  visitValue,
  type WaitingVisitor,
} from '../business.ts'
import type { Hold } from '../event-log.ts'

/** Number of days from today on for which visitors wait. */
const DAYS = 4

/** Number of newest waiting visitors among which one looks for an offer. */
const NEWEST = 25

const waitingRecord = (key: string) => `waiting ${key}`

/** Joins the waiting list of a day; does nothing where the day is not full or the business has no list. */
export async function joinWaitingList(scene: Scene) {
  const { business, random, serial } = scene
  const { call, retry } = callers(scene)
  const service = random.pick(business.services)
  const day = someDay(scene, DAYS)
  const chance = await call({
    method: 'GET',
    path: `/client/waiting-list/${service.id}?visit_day=${day}`,
    expected: [200],
  })
  if (chance.status !== 200 || chance.json.parts.length === 0) return
  const key = `${business.marker.toLowerCase()}-waiting${serial}`
  const person = { name: business.marker, surname: key, email: toEmail(key), telephone: '3331234567' }
  const { status } = await retry({
    method: 'POST',
    path: `/client/waiting-list/${service.id}`,
    payload: { ...person, privacy: true, visit_day: day, part: null },
    // 409: a slot has just become free.
    expected: [201, 409, 422],
    changes: [{ record: waitingRecord(key), how: 'create', value: 'waits' }],
  })
  if (status === 201) business.waiting.push({ key, service, day })
}

/** Opens the link of a waiting visitor; books or refuses an offered slot, leaves the list or does nothing. */
export async function answerOffer(scene: Scene) {
  const { business, operation, random } = scene
  const visitor = business.waiting.length > 0 ? random.pick(business.waiting.slice(-NEWEST)) : undefined
  const link = visitor && scene.findWaitingLink(toEmail(visitor.key))
  if (!link) return
  const { call, retry } = callers(scene)
  const readAt = Date.now()
  let offer: Offer | undefined
  await call({
    method: 'GET',
    path: link,
    isPage: true,
    expected: [200],
    observe(html: string) {
      offer = offerIn(html)
      return offer ? { hold: toHold(business, visitor, offer, readAt) } : {}
    },
  })
  if (!offer) return
  const { key, service, day } = visitor
  const waiting = waitingRecord(key)
  const { id, visit_hour } = offer
  const choice = random.below(100)
  if (choice < 20)
    await retry({
      method: 'POST',
      path: `${link}/${choice < 10 ? 'refuse' : 'leave'}?offerta=${id}`,
      isPage: true,
      expected: [303],
      changes: [{ record: waiting, how: 'update', value: choice < 10 ? 'waits' : 'left', mayHaveNoEffect: true }],
    })
  else if (choice < 75) {
    const record = `booking ${key}`
    const visit = { service_id: service.id, visit_day: day, visit_hour }
    const { status } = await retry({
      method: 'POST',
      path: `/client/waiting-list/book/${link.split('/')[2]}`,
      payload: { offer_id: id },
      expected: [201, 404, 409],
      changes: [
        { record, how: 'create', value: visitValue(visit) },
        { record: waiting, how: 'update', value: 'booked' },
      ],
      observe(booking) {
        rememberOwn(business, operation.actor, { record, hiddenId: booking.hidden_id, service })
        return observeCreation(business, booking, 0)
      },
    })
    // A visitor who has, or may have, booked does nothing more on the waiting list.
    const isRefused = status !== undefined && status >= 400 && status < 500
    if (!isRefused) business.waiting = business.waiting.filter((other) => other !== visitor)
  }
}

type Offer = NonNullable<NonNullable<PageData['waiting']>['offer']>

function offerIn(html: string): Offer | undefined {
  const [, data] = /id="page-data"[^>]*>(.+?)<\/script>/s.exec(html) ?? []
  return (data && (JSON.parse(data) as PageData).waiting?.offer) || undefined
}

function toHold(business: Business, { key, service, day }: WaitingVisitor, offer: Offer, readAt: number): Hold {
  const { visit_hour, calendar_name, until_day, until_hour } = offer
  const named = business.calendars.find(({ name }) => name === calendar_name)
  const calendar_id = named?.id ?? service.calendars[0]!
  return {
    // Only the first minute is certain, since the duration of the service may have changed.
    ...toPosition(business, { visit_day: day, visit_hour, calendar_id, service_duration: 1 }),
    records: [`booking ${key}`, waitingRecord(key)],
    readAt,
    until: toInstant(until_day, until_hour, business.timeZone).epochMilliseconds,
  }
}
