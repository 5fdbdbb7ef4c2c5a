import {
  bookSlot,
  cancelBooking,
  moveVisit,
  readBookingFile,
  readVisit,
  readVisitSlots,
} from '@prenoto/core/bookings/bookings.endpoints.ts'
import { readConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { AvailableDay } from '@prenoto/core/services/service-schema.ts'
import { listPublicServices, readPublicService } from '@prenoto/core/services/services.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { joinWaitingList, readWaitingChance } from '@prenoto/core/waiting/waiting.endpoints.ts'
import type { Desk } from './desk.ts'

export const PERSON = { name: 'Giulia', surname: 'Verdi', email: 'giulia@posta.example', telephone: '3330000000' }

/** Everything that a visitor does, once; what was booked is cancelled in the end. */
export async function aVisitor({ ask, visit }: Desk, fullDay: PlainDate) {
  await visit('/', 'page /')
  await visit('/client_service', 'page /client_service')
  await ask(readConfiguration, {})
  const { services } = await ask(listPublicServices, { query: { per_page: 6 } })
  const serviceId = services[0]!.id
  const params = { serviceId }
  await visit(`/client_service/${serviceId}/booking`, 'page /client_service/:id/booking')
  const { available_slots } = await ask(readPublicService, { params, query: {} })
  const [first, second] = someSlots(available_slots)

  const { hidden_id } = await ask(bookSlot, { params, headers: {}, body: { ...PERSON, privacy: true, ...first } })
  const hiddenId = { hiddenId: hidden_id }
  const { version } = await ask(readVisit, { params: hiddenId })
  await ask(readBookingFile, { params: hiddenId })
  await ask(readVisitSlots, { params: hiddenId, query: {} })
  await ask(moveVisit, { params: hiddenId, headers: { 'if-match': `"${version}"` }, body: second })
  await ask(cancelBooking, { params: hiddenId })

  await ask(readWaitingChance, { params, query: { visit_day: fullDay } })
  await ask(joinWaitingList, { params, body: { ...PERSON, privacy: true, visit_day: fullDay } })
  const { name, surname, email, telephone } = PERSON
  await ask(sendContactRequest, {
    body: { name: `${name} ${surname}`, email, phone: telephone, message: 'Buongiorno', privacy: true },
  })
}

/** Two free slots, of days of which any is as likely. */
export function someSlots(days: AvailableDay[]) {
  const some = () => {
    const { date, slots } = any(days)
    return { visit_day: date, visit_hour: any(slots) }
  }
  return [some(), some()] as const
}

export const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
