import { addDays, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import {
  chooseInitialVisit,
  dayOptions,
  describeDay,
  describeProposedDay,
  firstAvailableDay,
  type PreferredVisit,
  slotsOnDay,
} from './available-slots.ts'

const days = [
  { date: parsePlainDate('2026-11-21'), slots: [parsePlainTime('09:00'), parsePlainTime('10:00')] },
  { date: parsePlainDate('2026-11-24'), slots: [parsePlainTime('15:00')] },
]

const today = parsePlainDate('2026-11-21')
const dates = (options: ReturnType<typeof dayOptions>) => [...options.values()].flat().map(({ value }) => value)

test('days are offered as short weekday, day and month', { tags: ['2.58'] }, () => {
  expect([...dayOptions(days, '', parsePlainDate('2026-11-01'))]).toEqual([
    [
      'novembre 2026',
      [
        { value: '2026-11-21', text: 'sab 21 nov' },
        { value: '2026-11-24', text: 'mar 24 nov' },
      ],
    ],
  ])
})

test('today and tomorrow come first, then the days of each month and year', { tags: ['13.6'] }, () => {
  const everyDay = Array.from({ length: 508 }, (_, i) => ({
    date: addDays(today, i),
    slots: [parsePlainTime('09:00')],
  }))

  const options = dayOptions(everyDay, '', today)

  expect([...options.keys()].slice(0, 5)).toEqual(['oggi', 'domani', 'novembre 2026', 'dicembre 2026', 'gennaio 2027'])
  expect([...options.keys()].at(-1)).toBe('aprile 2028')
  expect(options.get('oggi')).toEqual([{ value: '2026-11-21', text: 'sab 21 nov' }])
  expect(options.get('novembre 2027')).toHaveLength(30)
  expect(dates(options)).toEqual(everyDay.map(({ date }) => date))
})

test('a chosen day without slots stays in the list in order of date', () => {
  expect(dates(dayOptions(days, '2026-11-23', today))).toEqual(['2026-11-21', '2026-11-23', '2026-11-24'])
  expect(slotsOnDay(days, '2026-11-23')).toEqual([])
  expect(slotsOnDay(days, '2026-11-24')).toEqual(['15:00:00'])
})

test('a service without slots offers no day', { tags: ['2.58'] }, () => {
  expect(dayOptions([], '2026-11-23', today).size).toBe(0)
  expect(firstAvailableDay([], '2026-11-23')).toBeUndefined()
})

test('the first available day is on or after the requested day, else the first of all', () => {
  expect(firstAvailableDay(days, '2026-11-21')).toBe('2026-11-21')
  expect(firstAvailableDay(days, '2026-11-22')).toBe('2026-11-24')
  expect(firstAvailableDay(days, '2026-12-01')).toBe('2026-11-21')
})

test.each([
  ['2026-11-21', 'Oggi, sabato 21 novembre 2026'],
  ['2026-11-22', 'Domani, domenica 22 novembre 2026'],
  ['2026-11-24', 'Martedì 24 novembre 2026'],
  ['', undefined],
])('the chosen day %s is described in full', (chosen, described) => {
  expect(describeDay(chosen, today)).toBe(described)
})

test.each([
  ['2026-11-23', 'Lunedì 23 novembre non ha orari liberi: ti proponiamo martedì 24 novembre.'],
  ['2026-11-20', 'Venerdì 20 novembre è già passato: ti proponiamo martedì 24 novembre.'],
])('explains why another day than %s is proposed', (requested, described) => {
  expect(
    describeProposedDay({ requested: parsePlainDate(requested), proposed: parsePlainDate('2026-11-24') }, today),
  ).toBe(described)
})

test('begins at the preferred time or the slot before a tapped one, as a custom time unless it is a slot, else on the first available day', {
  tags: ['13.110'],
}, () => {
  const [today, day, hour] = [parsePlainDate('2026-11-21'), parsePlainDate('2026-11-23'), parsePlainTime('09:00')]
  const days = [
    { date: day, slots: [hour] },
    { date: parsePlainDate('2026-11-25'), slots: [hour] },
  ]
  const begins = (preferred: PreferredVisit) => chooseInitialVisit(days, preferred, today)
  expect(begins({ day, hour })).toEqual({ day, hour, isCustomTime: false })
  expect(begins({ day, hour: parsePlainTime('09:10') })).toEqual({ day, hour: '09:10:00', isCustomTime: true })
  expect(begins({ day, hour: parsePlainTime('09:10'), notBefore: hour })).toEqual({ day, hour, isCustomTime: false })
  expect(begins({ day, hour: parsePlainTime('09:20'), notBefore: parsePlainTime('09:10') })).toMatchObject({
    isCustomTime: true,
  })
  expect(begins({ day: parsePlainDate('2026-11-24'), hour })).toEqual({ day: '2026-11-24', hour, isCustomTime: true })
  expect(begins({ day: parsePlainDate('2026-11-24') })).toEqual({ day: '2026-11-25', isCustomTime: false })
  expect(begins({ day: parsePlainDate('2026-11-20'), hour })).toEqual({ day, isCustomTime: false })
  expect(begins({})).toBeUndefined()
})
