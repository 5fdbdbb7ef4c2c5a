import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { MIN_TIMES, rhythmSchema, type SeriesBody, type SeriesPlanBody } from '@prenoto/core/bookings/series-schema.ts'
import { capitalize } from '@prenoto/core/time/format.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api-client.ts'
import { type Choice, type SeriesRow, toSeriesRow } from '../series/series-rows.ts'
import { seriesPlanQuery, useBookSeries } from '../series.queries.ts'
import type { VisitChoice } from './use-visit-choice.ts'

const describeRefusal = ({ message, conflicts = [] }: ApiError) =>
  [message, ...conflicts.map(({ detail }) => capitalize(detail)), 'Non è stato prenotato niente: riprova.'].join(' ')

/** State of the series in the form of a new booking. */
export function useSeries({
  serviceId,
  variantId,
  also,
  availability,
  day,
  hour,
  isCustomTime,
  clearRefusal,
}: VisitChoice) {
  const [isOn, setIsOn] = useState(false)
  const [every, setEvery] = useState(1)
  const [times, setTimes] = useState('4')
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [refusal, setRefusal] = useState('')
  const { mutateAsync: book } = useBookSeries()
  const changing =
    <T>(change: (value: T) => void) =>
    (value: T) => {
      change(value)
      setRefusal('')
      clearRefusal()
    }

  const rhythm = rhythmSchema.safeParse({ every, times: Number(times) })
  const start = plainTime.safeParse(hour.value)
  const first =
    serviceId !== undefined && isPlainDate(day.value) && start.success
      ? {
          service_id: serviceId,
          variant_id: variantId,
          also,
          calendar_id: availability.calendarId,
          visit_day: day.value,
          visit_hour: start.data,
        }
      : undefined
  const plan: SeriesPlanBody | undefined = isOn && first && rhythm.success ? { ...first, ...rhythm.data } : undefined
  const { data, isPlaceholderData, isError, refetch } = useQuery(seriesPlanQuery(plan))
  const isKnown = plan !== undefined && data !== undefined && !isPlaceholderData

  const rows = (data?.visits ?? []).map((planned) => toSeriesRow(planned, { choices, isCustomTime }))
  const booked = rows.flatMap((row) => row.booked ?? [])

  return {
    isOn,
    setIsOn: changing(setIsOn),
    every,
    setEvery: changing(setEvery),
    times,
    setTimes: changing(setTimes),
    timesError: rhythm.error?.issues[0]?.message,
    hasFirst: first !== undefined,
    rows: plan ? rows : [],
    isKnown,
    isFailed: isError,
    retry: refetch,
    /** Number of visits to book. */
    count: plan ? booked.length : 0,
    refusal,
    choose: ({ key }: SeriesRow, choice: Choice) => changing(setChoices)(new Map(choices).set(key, choice)),
    /** Books the chosen visits and returns them; false without a request if they are too few for a series. */
    async book(
      customer: Omit<SeriesBody, 'visits'>,
      { key, override }: { key: string; override?: boolean },
    ): Promise<StaffBooking[] | false> {
      if (!isKnown || booked.length < MIN_TIMES) return false
      setRefusal('')
      try {
        const visits = booked.map((visit) => ({
          ...visit,
          calendar_id: availability.calendarId,
          any_minute: isCustomTime,
          override,
        }))
        const { bookings } = await book({ key, body: { ...customer, visits } })
        return bookings
      } catch (error) {
        if (!isCustomTime && error instanceof ApiError && error.status === 409 && !error.current)
          setRefusal(describeRefusal(error))
        throw error
      }
    },
    read: () => ({ repeats: isOn, every, times }),
    write: ({ repeats, every, times }: Record<string, unknown>) => {
      setIsOn(repeats === true)
      if (typeof every === 'number') setEvery(every)
      if (typeof times === 'string') setTimes(times)
    },
  }
}

export type Series = ReturnType<typeof useSeries>
