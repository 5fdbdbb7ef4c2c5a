import * as z from 'zod/mini'
import { idsField } from '../contract/pagination.ts'

const MAX_BOOKINGS = 10_000

export const bookingIds = idsField(MAX_BOOKINGS)

export const bookingIdsSchema = z.object({ ids: bookingIds })
