import {
  type PlannedVisit,
  rhythmSchema,
  type SeriesInput,
  type SeriesPlan,
} from '@prenoto/core/bookings/series-schema.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { plainTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client.ts'
import { seriesPlanQuery, useBookSeries } from './series.queries.ts'
import type { VisitChoice } from './use-visit-choice.ts'

/** What became of a visit of the plan by somebody's hand. */
type Choice = 'in' | 'out' | 'instead'

/** A visit of the plan with what is to be booked of it. */
export type SeriesRow = {
  key: string
  planned: PlannedVisit
  /** When it will be; undefined where it is left out. */
  booked: Pick<PlannedVisit, 'visit_day' | 'visit_hour'> | undefined
  /** Whether it may be booked where it was planned. */
  isPossible: boolean
}

const LOST = 'Nel frattempo qualche data è stata occupata: non è stato prenotato niente. Guarda l’elenco e riprova.'

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
  const booked = isKnown ? rows.flatMap((row) => row.booked ?? []) : []

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
    count: booked.length,
    lost,
    choose: ({ key }: SeriesRow, choice: Choice) => changing(setChoices)(new Map(choices).set(key, choice)),
    /** Books what is chosen, for this customer. Says whether it did: one visit is no series. */
    async book(customer: Omit<SeriesInput, 'visits'>, override?: true): Promise<boolean> {
      if (booked.length < 2) return false
      setLost('')
      try {
        await book({ ...customer, visits: booked.map((visit) => ({ ...visit, calendar_id: offer.who, override })) })
        return true
      } catch (error) {
        if (!isFree && error instanceof ApiError && error.status === 409) setLost(LOST)
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

type Chosen = { choices: ReadonlyMap<string, Choice>; isFree: boolean }

/** What runs into nothing is booked, unless it is left out; what runs into something is not, unless somebody wants it. */
function rowOf(planned: PlannedVisit, { choices, isFree }: Chosen): SeriesRow {
  const { visit_day, visit_hour, state, collisions, instead } = planned
  const key = `${visit_day} ${visit_hour}`
  const isClear = state === 'free' || (isFree && state === 'taken' && collisions.length === 0)
  const isPossible = isClear || (isFree && state === 'taken')
  const choice = choices.get(key) ?? (isClear ? 'in' : 'out')
  const booked = choice === 'in' && isPossible ? { visit_day, visit_hour } : undefined
  return { key, planned, isPossible, booked: choice === 'instead' && instead ? instead : booked }
}
