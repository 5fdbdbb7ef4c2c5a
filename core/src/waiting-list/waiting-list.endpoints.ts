import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, idParams } from '../contract/pagination.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import {
  manualOfferSchema,
  waitingEntry,
  waitingOptions,
  waitingQuery,
  waitingRequest,
  waitingSchema,
} from './waiting-list-schema.ts'

export const readWaitingOptions = endpoint({
  method: 'GET',
  path: '/client/waiting-list/:serviceId',
  summary: 'For which parts of a full day a visitor can wait for a place of a service',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  query: waitingQuery,
  response: waitingOptions,
})

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/client/waiting-list/:serviceId',
  summary: 'A visitor waits for a place of a service on a full day; asked for again, it is the same one who waits',
  access: 'visitor',
  status: 201,
  params: z.object({ serviceId: idParam }),
  body: waitingSchema,
  response: waitingRequest,
})

export const listWaiting = endpoint({
  method: 'GET',
  path: '/waiting-list',
  summary: 'Who waits for a place on a day, in line',
  access: 'operator',
  status: 200,
  query: z.object({ visit_day: plainDate }),
  response: z.array(waitingEntry),
})

export const offerSlot = endpoint({
  method: 'POST',
  path: '/waiting-list/:id/offer',
  summary: 'The staff offers one of the free places to somebody who waits',
  access: 'operator',
  status: 200,
  params: idParams,
  body: manualOfferSchema,
  response: waitingEntry,
})

export const removeFromWaitingList = endpoint({
  method: 'DELETE',
  path: '/waiting-list/:id',
  summary: 'Removes somebody from the waiting list; for ten seconds that can be undone',
  access: 'operator',
  status: 204,
  params: idParams,
})

export const restoreToWaitingList = endpoint({
  method: 'POST',
  path: '/waiting-list/:id/restore',
  summary: 'Undoes that somebody was removed from the waiting list, within ten seconds',
  access: 'operator',
  status: 200,
  params: idParams,
  response: waitingEntry,
})
