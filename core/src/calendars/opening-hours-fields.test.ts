import { expect, test } from 'vitest'
import { openingWeek, weekdayTimesIssues, windowsOn } from '../availability/opening-hours.ts'
import { parsePlainDate } from '../time/plain-date.ts'
import { parsePlainTime, toShortTime } from '../time/plain-time.ts'
import { type OpeningHours, openingHoursIssues, toOpeningHours, toRegularWeek } from './opening-hours-fields.ts'

const weekFrom = (hours: OpeningHours) => openingWeek(toRegularWeek(hours))

test('a weekday is open in the morning, in the afternoon, in both or in neither', { tags: ['3.5'] }, () => {
  const week = weekFrom({
    monday_morning_from: parsePlainTime('08:00'),
    monday_morning_to: parsePlainTime('12:00'),
    monday_afternoon_from: parsePlainTime('14:00:00'),
    monday_afternoon_to: parsePlainTime('18:30:00'),
    tuesday_morning_from: parsePlainTime('09:15'),
    tuesday_morning_to: parsePlainTime('13:00'),
    tuesday_afternoon_from: '',
    tuesday_afternoon_to: null,
    sunday_afternoon_from: parsePlainTime('15:00'),
    sunday_afternoon_to: parsePlainTime('19:00'),
  })

  expect(windowsOn(parsePlainDate('2026-11-23'), week)).toEqual([
    { from: 480, to: 720 },
    { from: 840, to: 1110 },
  ])
  expect(windowsOn(parsePlainDate('2026-11-24'), week)).toEqual([{ from: 555, to: 780 }])
  expect(windowsOn(parsePlainDate('2026-11-25'), week)).toEqual([])
  expect(windowsOn(parsePlainDate('2026-11-29'), week)).toEqual([{ from: 900, to: 1140 }])
})

test('a closing time of 00:00 means midnight', () => {
  const hours: OpeningHours = {
    friday_afternoon_from: parsePlainTime('18:00'),
    friday_afternoon_to: parsePlainTime('00:00'),
  }

  expect(openingHoursIssues(hours)).toEqual([])
  expect(windowsOn(parsePlainDate('2026-11-27'), weekFrom(hours))).toEqual([{ from: 1080, to: 1440 }])
})

test.each<[string, OpeningHours, string, string]>([
  [
    'no closing time',
    { monday_morning_from: parsePlainTime('08:00') },
    'monday_morning_to',
    'Indica anche l’orario di chiusura.',
  ],
  [
    'an empty closing time',
    { sunday_afternoon_from: parsePlainTime('08:00'), sunday_afternoon_to: '' },
    'sunday_afternoon_to',
    'Indica anche l’orario di chiusura.',
  ],
  [
    'no opening time',
    { friday_afternoon_from: null, friday_afternoon_to: parsePlainTime('18:00') },
    'friday_afternoon_from',
    'Indica anche l’orario di apertura.',
  ],
  [
    'closing before opening',
    { monday_morning_from: parsePlainTime('12:00'), monday_morning_to: parsePlainTime('08:00') },
    'monday_morning_to',
    'La chiusura deve essere dopo l’apertura.',
  ],
  [
    'closing on opening',
    { monday_morning_from: parsePlainTime('12:00'), monday_morning_to: toShortTime(parsePlainTime('12:00')) },
    'monday_morning_to',
    'La chiusura deve essere dopo l’apertura.',
  ],
  [
    'an afternoon within the morning',
    {
      monday_morning_from: parsePlainTime('08:00'),
      monday_morning_to: parsePlainTime('13:00'),
      monday_afternoon_from: parsePlainTime('12:59'),
      monday_afternoon_to: parsePlainTime('18:00'),
    },
    'monday_afternoon_from',
    'Il pomeriggio non può iniziare prima della fine della mattina.',
  ],
])('reports %s at its field', { tags: ['5.25'] }, (_, hours, field, message) => {
  expect(openingHoursIssues(hours)).toEqual([{ path: [field], message }])
})

test('reports every error of a week', () => {
  const issues = openingHoursIssues({
    monday_morning_from: parsePlainTime('08:00'),
    tuesday_morning_to: parsePlainTime('08:00'),
  })

  expect(issues.flatMap((issue) => issue.path)).toEqual(['monday_morning_to', 'tuesday_morning_from'])
})

test('accepts an empty week and an afternoon that begins when the morning ends', () => {
  expect(openingHoursIssues({})).toEqual([])
  expect(
    openingHoursIssues({
      monday_morning_from: parsePlainTime('08:00'),
      monday_morning_to: parsePlainTime('13:00'),
      monday_afternoon_from: parsePlainTime('13:00'),
      monday_afternoon_to: parsePlainTime('18:00'),
    }),
  ).toEqual([])
})

const times = (weekdays: number[], from: string, to: string) => ({
  weekdays,
  from: parsePlainTime(from),
  to: parsePlainTime(to),
})

const MONDAY_MORNING: OpeningHours = {
  monday_morning_from: parsePlainTime('09:00'),
  monday_morning_to: parsePlainTime('13:00'),
}

test('pauses split the windows of their weekdays', () => {
  const pauses = [times([1, 2], '11:00', '11:15'), times([1], '12:00', '12:30')]
  const week = weekFrom({
    ...MONDAY_MORNING,
    monday_afternoon_from: parsePlainTime('13:00'),
    monday_afternoon_to: parsePlainTime('18:00'),
    pauses,
  })

  expect(week[0]).toEqual([
    { from: 540, to: 660 },
    { from: 675, to: 720 },
    { from: 750, to: 780 },
    { from: 780, to: 1080 },
  ])
})

test.each([
  [
    'outside the hours',
    [times([1], '08:30', '09:15')],
    ['pauses', 0, 'from'],
    'La pausa deve stare dentro l’orario di apertura.',
  ],
  [
    'on a closed weekday',
    [times([1, 2], '10:00', '10:15')],
    ['pauses', 0, 'from'],
    'La pausa deve stare dentro l’orario di apertura.',
  ],
  ['that is empty', [times([1], '10:00', '10:00')], ['pauses', 0, 'to'], 'La fine deve essere dopo l’inizio.'],
  [
    'that overlaps another',
    [times([1], '10:00', '10:30'), times([1], '10:15', '10:45')],
    ['pauses', 1, 'from'],
    'Si sovrappone a un altro dello stesso giorno.',
  ],
])('reports a pause %s', (_, pauses, path, message) => {
  expect(openingHoursIssues({ ...MONDAY_MORNING, pauses })).toEqual([{ path, message }])
})

test('times that touch or lie on different weekdays do not overlap', () => {
  expect(
    weekdayTimesIssues([times([1], '09:00', '10:00'), times([1], '10:00', '11:00'), times([2], '09:00', '00:00')]),
  ).toEqual([])
})

test('hours survive the way from the wire and back, in the half of the day where staff typed them', () => {
  const hours: OpeningHours = {
    monday_morning_from: parsePlainTime('15:00'),
    monday_morning_to: parsePlainTime('19:00'),
    tuesday_afternoon_from: parsePlainTime('08:00'),
    tuesday_afternoon_to: parsePlainTime('00:00'),
    wednesday_morning_from: parsePlainTime('09:00'),
    pauses: [times([2, 1, 2], '16:00', '16:15')],
  }

  const week = toRegularWeek(hours)

  expect(week).toEqual({
    windows: [
      { weekdays: [1], half: 'morning', from: '15:00', to: '19:00' },
      { weekdays: [2], half: 'afternoon', from: '08:00', to: '00:00' },
    ],
    pauses: [{ weekdays: [1, 2], from: '16:00', to: '16:15' }],
  })
  const wire = toOpeningHours(week)
  expect(Object.entries(wire).filter(([, value]) => value !== '')).toEqual([
    ['monday_morning_from', '15:00'],
    ['monday_morning_to', '19:00'],
    ['tuesday_afternoon_from', '08:00'],
    ['tuesday_afternoon_to', '00:00'],
    ['pauses', week.pauses],
  ])
  expect(toRegularWeek(wire)).toEqual(week)
})
