import { isPlainDate, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useSearchParams } from 'react-router'
import { monthOf } from '../../lib/month-days.ts'

/**
 * The selected day, today unless another one was, and the shown month, the day's unless one has leafed on. They stand in the
 * address, `?giorno=2026-11-23&mese=2026-12`, so that they are there again after a visit to a booking or a reload.
 */
export function useShownDays(today: PlainDate) {
  const [params, setParams] = useSearchParams()
  const selected = dayIn(params.get('giorno')) ?? today
  const month = dayIn(`${params.get('mese')}-01`) ?? monthOf(selected)

  const show = (day: PlainDate, shown: PlainDate) => {
    const giorno = day === today ? undefined : { giorno: day }
    const mese = shown === monthOf(day) ? undefined : { mese: shown.slice(0, 7) }
    setParams({ ...giorno, ...mese }, { replace: true, preventScrollReset: true, flushSync: true })
  }
  return {
    selected,
    month,
    select: (day: PlainDate) => show(day, month),
    showMonth: (shown: PlainDate) => show(selected, shown),
    goToToday: () => show(today, monthOf(today)),
  }
}

const dayIn = (text: string | null) => (text !== null && isPlainDate(text) ? text : undefined)
