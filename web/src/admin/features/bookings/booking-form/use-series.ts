import { MIN_TIMES, rhythmSchema, type SeriesInput, type SeriesPlan } from '@prenoto/core/bookings/series-schema.ts'
import { capitalized } from '@prenoto/core/time/format.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainTime } from '@prenoto/core/time/plain-time-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api-client.ts'
import { type Choice, rowOf, type SeriesRow } from '../series/series-rows.ts'
import { seriesPlanQuery, useBookSeries } from '../series.queries.ts'
import type { VisitChoice } from './use-visit-choice.ts'

const describeLost = ({ message, conflicts = [] }: ApiError) =>
  [message, ...conflicts.map(({ detail }) => capitalized(detail)), 'Non è stato prenotato niente: riprova.'].join(' ')

/** Whether a new booking repeats, how often, and what is to be booked of that. */
export function useSeries({ serviceId, offer, day, hour, isFree, forgetRefusal }: VisitChoice) {
  const [isOn, setIsOn] = useState(false)
  const [every, setEvery] = useState(1)
  const [times, setTimes] = useState('4')
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [lost, setLost] = useState('')
  const { mutateAsync: book } = useBookSeries()
  const changing =
    <T>(change: (value: T) => void) =>
    (value: T) => {
      change(value)
      setLost('')
      forgetRefusal()
    }

  const rhythm = rhythmSchema.safeParse({ every, times: Number(times) })
  const start = plainTime.safeParse(hour.value)
  const first =
    serviceId !== undefined && isPlainDate(day.value) && start.success
      ? { service_id: serviceId, calendar_id: offer.who, visit_day: day.value, visit_hour: start.data }
      : undefined
  const plan: SeriesPlan | undefined = isOn && first && rhythm.success ? { ...first, ...rhythm.data } : undefined
  const { data, isPlaceholderData, isError, refetch } = useQuery(seriesPlanQuery(plan))
  const isKnown = plan !== undefined && data !== undefined && !isPlaceholderData

  const rows = (data?.visits ?? []).map((planned) => rowOf(planned, { choices, isFree }))
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
    /** How many visits are to be booked. */
    count: plan ? booked.length : 0,
    lost,
    choose: ({ key }: SeriesRow, choice: Choice) => changing(setChoices)(new Map(choices).set(key, choice)),
    /** Books what is chosen, for this customer. Says whether it did: one visit is no series. */
    async book(
      customer: Omit<SeriesInput, 'visits'>,
      { key, override }: { key: string; override?: boolean },
    ): Promise<boolean> {
      if (!isKnown || booked.length < MIN_TIMES) return false
      setLost('')
      try {
        const visits = booked.map((visit) => ({ ...visit, calendar_id: offer.who, any_minute: isFree, override }))
        await book({ key, body: { ...customer, visits } })
        return true
      } catch (error) {
        if (!isFree && error instanceof ApiError && error.status === 409 && !error.current) setLost(describeLost(error))
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
