import { afterVisitPath } from '@prenoto/core/after-visit/after-visit-address.ts'
import { comeBackPath } from '@prenoto/core/come-back/come-back-address.ts'
import { idParam } from '@prenoto/core/contract/pagination.ts'
import { proposalPath } from '@prenoto/core/proposals/proposal-address.ts'
import type { FastifyRequest } from 'fastify'

/** Routes of pages and form targets, and their parameters. */

export const HOME = '/'
export const SERVICES = '/client_service'
export const BOOKING = '/client_service/:serviceId/booking'
export const CANCELLATION = '/bookings/delete/:hiddenId'
export const VISIT = '/bookings/:hiddenId'
export const MY_BOOKINGS = '/my_bookings'
export const MY_BOOKINGS_LINK = '/my_bookings/:token'
export const AFTER_VISIT = afterVisitPath(':hiddenId')
export const COME_BACK = comeBackPath(':hiddenId')
export const PROPOSAL = proposalPath(':hiddenId')
export const WAITING = '/waiting-list/:hiddenId'

export const parseServiceId = ({ params }: FastifyRequest) =>
  idParam.safeParse((params as { serviceId: string }).serviceId).data

export const getHiddenId = (request: FastifyRequest) => (request.params as { hiddenId: string }).hiddenId
