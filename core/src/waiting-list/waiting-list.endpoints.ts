import * as z from 'zod/mini'
import { deleteEndpoint, restoreEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, idParams } from '../contract/pagination.ts'
import { proofHeaders } from '../contract/proof-of-work.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import {
  manualOfferSchema,
  waitingDay,
  waitingEntry,
  waitingListRequestSchema,
  waitingOptions,
  waitingQuery,
  waitingRequest,
} from './waiting-list-schema.ts'

export const readWaitingOptions = endpoint({
  method: 'GET',
  path: '/client/waiting-list/:serviceId',
  summary: 'Lists the parts of a full day for which a visitor can join the waiting list of a service',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  query: waitingQuery,
  response: waitingOptions,
})

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/client/waiting-list/:serviceId',
  summary: 'A visitor joins the waiting list of a service for a full day; a repeated request keeps one entry',
  access: 'visitor',
  status: 201,
  params: z.object({ serviceId: idParam }),
  headers: proofHeaders,
  body: waitingListRequestSchema,
  response: waitingRequest,
})

export const listWaitingList = endpoint({
  method: 'GET',
  path: '/waiting-list',
  summary: 'Lists the waiting list of a day in order',
  access: 'operator',
  right: 'waiting_list',
  status: 200,
  query: z.object({ visit_day: plainDate }),
  response: z.array(waitingEntry),
})

export const listWaitingDays = endpoint({
  method: 'GET',
  path: '/waiting-list/days',
  summary: 'Lists the days from today on for which customers wait, and how many',
  access: 'operator',
  right: 'waiting_list',
  status: 200,
  response: z.array(waitingDay),
})

export const offerSlot = endpoint({
  method: 'POST',
  path: '/waiting-list/:id/offer',
  summary: 'The staff offers a free slot to a waiting customer',
  access: 'operator',
  right: 'waiting_list',
  status: 200,
  params: idParams,
  body: manualOfferSchema,
  response: waitingEntry,
})

const waitingList = { path: '/waiting-list', change: 'waiting_list' } as const

export const removeFromWaitingList = deleteEndpoint(
  waitingList,
  'Removes a customer from the waiting list; can be undone for ten seconds',
)

export const restoreToWaitingList = restoreEndpoint(
  waitingList,
  'Restores a customer to the waiting list within ten seconds of their removal',
  waitingEntry,
)
