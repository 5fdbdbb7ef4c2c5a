import { type Period, periodAround } from '@prenoto/core/reports/period.ts'
import { periodQuery } from '@prenoto/core/reports/reports.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useSearchParams } from 'react-router'

/** The period in the address, `?da=2026-10-01&a=2026-12-31`; this month if it is missing or invalid. */
export function usePeriod(today: PlainDate) {
  const [params, setParams] = useSearchParams()
  const parsed = periodQuery.safeParse({ from: params.get('da'), to: params.get('a') })
  const show = ({ from, to }: Period) => setParams({ da: from, a: to }, { preventScrollReset: true })
  return { period: parsed.success ? parsed.data : periodAround(today, 'month'), show }
}
