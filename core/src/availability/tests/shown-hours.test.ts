import { describe, expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { parsePlainTime } from '../../time/plain-time.ts'
import type { CalendarException, CalendarSchedule } from '../calendar-schedule.ts'
import { openNow } from '../open-now.ts'
import type { OpeningWindow } from '../opening-hours.ts'
import { shownHours } from '../shown-hours.ts'

const hours = (...spans: [from: string, to: string][]): OpeningWindow[] =>
  spans.map(([from, to]) => {
    const minutes = (time: string) => (time === '24:00' ? 1440 : Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
    return { from: minutes(from), to: minutes(to) }
  })

const DAY = hours(['09:00', '13:00'], ['14:30', '19:30'])
const HAIR: CalendarSchedule = {
  from: parsePlainDate('2020-01-01'),
  weeks: [[[], DAY, DAY, DAY, DAY, hours(['08:30', '17:00']), []]],
  exceptions: [],
}

const TODAY = parsePlainDate('2026-11-21') // A Saturday.

const makeClosure = (from: string, to: string): CalendarException => {
  const [day_from, hour_from] = from.split(' ') as [string, string]
  const [day_to, hour_to] = to.split(' ') as [string, string]
  return {
    kind: 'closure',
    day_from: parsePlainDate(day_from),
    hour_from: parsePlainTime(hour_from),
    day_to: parsePlainDate(day_to),
    hour_to: parsePlainTime(hour_to),
  }
}

const at = (date: string, time: string) => ({ date: parsePlainDate(date), minutes: hours([time, '24:00'])[0]!.from })

function sentence(
  now: [date: string, time: string],
  { calendars = [HAIR], exceptions = [] as CalendarException[], from = TODAY } = {},
) {
  const { isOpen, next } = openNow(
    shownHours(
      calendars.map((calendar) => ({ ...calendar, exceptions })),
      from,
    ).days,
    at(...now),
  )
  return [isOpen ? 'Aperto ora' : 'Chiuso', next].filter(Boolean).join(' · ')
}

describe('the opening status on the public site', () => {
  test.each<[now: [string, string], sentence: string]>([
    [['2026-11-21', '08:29'], 'Chiuso · apre alle 08:30'],
    [['2026-11-21', '08:30'], 'Aperto ora · chiude alle 17'],
    [['2026-11-21', '16:59'], 'Aperto ora · chiude alle 17'],
    [['2026-11-21', '17:00'], 'Chiuso · apre martedì alle 9'],
    [['2026-11-23', '12:00'], 'Chiuso · apre domani alle 9'],
    [['2026-11-24', '13:00'], 'Chiuso · apre alle 14:30'],
    [['2026-11-24', '15:00'], 'Aperto ora · chiude alle 19:30'],
  ])('at %s is %s', { tags: ['13.73'] }, (now, status) => {
    expect(sentence(now)).toBe(status)
  })

  test('follows changed hours, which the ordinary week does not show', () => {
    const tuesday = parsePlainDate('2026-11-24')
    const windows = [{ weekdays: [2], from: parsePlainTime('16:00'), to: parsePlainTime('22:00') }]
    const exceptions: CalendarException[] = [{ kind: 'changed_hours', day_from: tuesday, day_to: tuesday, windows }]

    expect(sentence(['2026-11-24', '10:00'], { exceptions })).toBe('Chiuso · apre alle 16')
    expect(sentence(['2026-11-24', '20:00'], { exceptions })).toBe('Aperto ora · chiude alle 22')
    expect(shownHours([{ ...HAIR, exceptions }], TODAY).week[1]).toEqual(DAY)
  })

  test('respects closures and names the date of a distant reopening', () => {
    const afternoon = [makeClosure('2026-11-24 15:30', '2026-11-24 23:59')]
    expect(sentence(['2026-11-24', '15:00'], { exceptions: afternoon })).toBe('Aperto ora · chiude alle 15:30')
    expect(sentence(['2026-11-24', '15:30'], { exceptions: afternoon })).toBe('Chiuso · apre domani alle 9')

    const holidays = [makeClosure('2026-11-21 12:00', '2027-01-06 23:59')]
    expect(sentence(['2026-11-21', '11:00'], { exceptions: holidays })).toBe('Aperto ora · chiude alle 12')
    expect(sentence(['2026-11-22', '11:00'], { exceptions: holidays, from: parsePlainDate('2026-11-22') })).toBe(
      'Chiuso · apre il 7 gennaio alle 9',
    )
    expect(sentence(['2026-11-21', '13:00'], { exceptions: holidays })).toBe('Chiuso · apre il 7 gennaio alle 9')
  })

  test('covers hours past midnight, round-the-clock hours and a calendar that has ended', () => {
    const late = { ...HAIR, weeks: [Array(7).fill(hours(['00:00', '01:00'], ['20:00', '24:00']))] }
    expect(sentence(['2026-11-21', '23:00'], { calendars: [late] })).toBe('Aperto ora · chiude all’1')
    const always = { ...HAIR, weeks: [Array(7).fill(hours(['00:00', '24:00']))] }
    expect(sentence(['2026-11-21', '23:00'], { calendars: [always] })).toBe('Aperto ora')
    const evenings = { ...HAIR, weeks: [Array(7).fill(hours(['20:00', '24:00']))] }
    expect(sentence(['2026-11-21', '21:00'], { calendars: [evenings] })).toBe('Aperto ora · chiude a mezzanotte')
    expect(sentence(['2026-11-21', '11:00'], { calendars: [{ ...HAIR, to: parsePlainDate('2026-11-20') }] })).toBe(
      'Chiuso',
    )
    expect(sentence(['2026-11-21', '11:00'], { calendars: [] })).toBe('Chiuso')
  })
})

test('a special opening is shown like other opening hours, unless a closure covers it', () => {
  const sunday = parsePlainDate('2026-11-22')
  const [hour_from, hour_to] = [parsePlainTime('10:00'), parsePlainTime('12:00')]
  const exceptions: CalendarException[] = [
    { kind: 'special_opening', day_from: sunday, day_to: sunday, hour_from, hour_to },
  ]
  expect(sentence(['2026-11-21', '18:00'], { exceptions })).toBe('Chiuso · apre domani alle 10')
  expect(sentence(['2026-11-22', '11:00'], { exceptions })).toBe('Aperto ora · chiude alle 12')
  exceptions.push(makeClosure('2026-11-22 00:00', '2026-11-22 23:59'))
  expect(sentence(['2026-11-21', '18:00'], { exceptions })).toBe('Chiuso · apre martedì alle 9')
})

test('a business is open when any of its calendars is open', () => {
  const nails = { ...HAIR, weeks: [Array(7).fill(hours(['12:00', '15:00']))] }
  const hair = { ...HAIR, exceptions: [makeClosure('2026-11-24 00:00', '2026-11-24 23:59')] }
  const { week, days } = shownHours([hair, nails], TODAY)
  expect(week[0]).toEqual(hours(['12:00', '15:00']))
  expect(week[1]).toEqual(hours(['09:00', '19:30']))
  expect(days[3]).toEqual({ date: '2026-11-24', windows: hours(['12:00', '15:00']) })
})

describe('weeks that alternate on the public site', () => {
  const B = Array(7).fill(hours(['10:00', '20:00']))
  const rota: CalendarSchedule = { ...HAIR, weeks: [HAIR.weeks[0]!, B], rota_from: parsePlainDate('2026-11-16') }
  const names = (title: number, { lists } = shownHours([rota], TODAY)) =>
    lists[title]!.days.map(({ name, hours }) => `${name} ${hours}`)

  test('are this week until Sunday and the whole next one, under their titles', () => {
    const { week, next_week, days, lists } = shownHours([rota], TODAY)
    expect([week, next_week]).toEqual([HAIR.weeks[0], B])
    expect(lists.map(({ title }) => title)).toEqual(['Questa settimana', 'Prossima settimana, dal 23 novembre'])
    expect(names(0)).toEqual(['Sabato 08:30–17:00', 'Domenica Chiuso'])
    expect(names(1)).toEqual(
      ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica'].map((day) => `${day} 10:00–20:00`),
    )
    expect(days).toHaveLength(9)
    expect(sentence(['2026-11-21', '18:00'], { calendars: [rota] })).toBe('Chiuso · apre lunedì alle 10')
  })

  test('name the date of a day with other hours than its own week has', () => {
    const exceptions = [makeClosure('2026-11-24 15:00', '2026-11-24 23:59')]
    expect(names(1, shownHours([{ ...rota, exceptions }], TODAY))[1]).toBe('Martedì 24 novembre 10:00–15:00')
  })

  test('are not named when another calendar makes all weeks alike, or all are', () => {
    const always = { ...HAIR, weeks: [Array(7).fill(hours(['00:00', '24:00']))] }
    for (const calendars of [[rota, always], [{ ...rota, weeks: [B, B] }], [HAIR]]) {
      const { next_week, lists } = shownHours(calendars, TODAY)
      expect(next_week).toBeUndefined()
      expect(lists.map(({ title, days }) => [title, days.length])).toEqual([['', 7]])
    }
  })

  test('are named when this week is like the next, but a later one is not', () => {
    const slow = { ...rota, weeks: [HAIR.weeks[0]!, HAIR.weeks[0]!, B] }
    expect(shownHours([slow], TODAY).lists).toHaveLength(2)
  })
})

test('without regular hours there is no list of days', () => {
  expect(shownHours([{ ...HAIR, weeks: [Array(7).fill([])] }], TODAY).lists).toEqual([])
})
