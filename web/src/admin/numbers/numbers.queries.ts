import { readNumbers } from '@prenoto/core/numbers/numbers.endpoints.ts'
import type { Period } from '@prenoto/core/numbers/period.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api-client.ts'

/** Milliseconds after which years that are being summed up are asked for again. */
const PAUSE = 4_000

/** Whether the numbers are being prepared, which the server says of years of very many bookings. */
export const isNotReady = (error: unknown) => error instanceof ApiError && error.status === 503

/** Read whenever the screen is seen again. The screen itself tells when they cannot be read. */
export const numbersQuery = (period: Period) =>
  queryOptions({
    queryKey: ['numbers', period.from, period.to],
    queryFn: () => api(readNumbers, { query: period }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isNotReady(state.error) ? PAUSE : false),
    meta: { isSilent: true },
  })
