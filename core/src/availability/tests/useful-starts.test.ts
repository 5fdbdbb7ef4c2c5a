import { expect, test } from 'vitest'
import { parsePlainDate } from '../../time/plain-date.ts'
import { dayClock } from '../../time/time-zone.ts'
import { busyTimes } from '../intervals.ts'
import { availableSlots, type SlotRules } from '../slots.ts'

const MONDAY = parsePlainDate('2026-11-23')

type Span = [from: string, to: string]
type Scene = Partial<SlotRules> & { open?: Span[]; booked?: Span[]; closed?: Span[]; date?: typeof MONDAY }

const minutes = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])

/** The slots with the useless minutes of those that leave some: '10:30 (10)'. Times above 24:00 are of the next day. */
function slots({ open = [['09:00', '13:00']], booked = [], closed = [], date = MONDAY, ...rules }: Scene): string[] {
  const clock = dayClock(date, 'Europe/Rome')
  const intervals = (spans: Span[]) => ({
    starts: spans.map(([from]) => clock.midnight + minutes(from)).sort((one, other) => one - other),
    ends: spans.map(([, to]) => clock.midnight + minutes(to)).sort((one, other) => one - other),
  })
  const useless = new Map<string, number>()
  const windows = open.map(([from, to]) => ({ from: minutes(from), to: minutes(to) }))
  const days = availableSlots(
    [{ date, clock, windows }],
    {
      ...{ duration: 60, step: 30, before: 0, after: 0, processing: [], capacity: 1, maxPerDay: 0, earliest: 0 },
      ...{
        minGap: 20,
        hidesGaps: true,
        bookings: busyTimes(intervals(booked), { starts: [], ends: [] }),
        closures: intervals(closed),
      },
      ...rules,
    },
    (_, slot, gap) => useless.set(slot, gap),
  )
  return days.flatMap((day) =>
    day.slots.map((slot) => slot.slice(0, 5) + (useless.get(slot) ? ` (${useless.get(slot)})` : '')),
  )
}

test('a start that leaves a short free time is hidden where another one of the stretch leaves none', () => {
  const booked: Span[] = [['09:00', '10:20']]
  expect(slots({ booked, hidesGaps: false })).toEqual(['10:20', '10:30 (10)', '11:00', '11:30', '12:00'])
  expect(slots({ booked })).toEqual(['10:20', '11:00', '11:30', '12:00'])
})

test('a free time of exactly the wished minutes is of use', () => {
  expect(slots({ booked: [['09:00', '10:10']], minGap: 20 })).toContain('10:30')
  expect(slots({ booked: [['09:00', '10:10']], minGap: 21 })).not.toContain('10:30')
})

test('where every start leaves a useless gap those with the fewest useless minutes stay', () => {
  // Of 70 minutes, 60 are taken, so that 10 are left on one side or on both.
  const booked: Span[] = [['09:00', '10:50']]
  expect(slots({ booked, closed: [['12:00', '13:00']] })).toEqual(['10:50 (10)', '11:00 (10)'])
  expect(slots({ booked, closed: [['12:00', '13:00']], step: 5 })).toHaveLength(3)
})

test('each stretch is judged by itself', () => {
  const booked: Span[] = [
    ['10:10', '10:40'],
    ['11:50', '13:00'],
  ]
  expect(slots({ booked })).toEqual(['09:00 (10)', '09:10 (10)', '10:40 (10)', '10:50 (10)'])
})

test('a closure bounds a stretch, but no start is added beside it', () => {
  const closed: Span[] = [['11:10', '11:25']]
  expect(slots({ closed, hidesGaps: false })).toEqual(['09:00', '09:30', '10:00 (10)', '11:30 (5)', '12:00'])
  expect(slots({ closed })).toEqual(['09:00', '09:30', '12:00'])
})

test('buffers count as taken, and need not lie inside the opening hours', () => {
  const rules = { before: 10, after: 15, hidesGaps: false }
  expect(slots({ ...rules, booked: [['10:45', '11:30']] })).toEqual(['09:00', '09:30', '11:40 (5)', '12:00'])
  expect(slots({ ...rules, open: [['09:00', '10:15']] })).toEqual(['09:00'])
})

test('visits of the day before and after add no starts, as the day of a booking is all that its transaction reads', () => {
  const rules = { open: [['00:00', '24:00']] as Span[], before: 10, after: 10, step: 480, hidesGaps: false }
  expect(slots({ ...rules, booked: [['-02:00', '00:00']] })).toEqual(['00:00', '08:00', '16:00'])
  expect(slots({ ...rules, booked: [['24:00', '26:00']] })).toEqual(['00:00', '08:00', '16:00'])
  expect(slots({ ...rules, booked: [['23:00', '24:00']] })).toEqual(['00:00', '08:00', '16:00', '21:50'])
})

test('with several places a stretch ends where all are taken', () => {
  const booked: Span[] = [
    ['09:00', '10:20'],
    ['09:30', '10:40'],
    ['11:50', '13:00'],
  ]
  expect(slots({ booked, capacity: 2 })).toEqual(['10:20', '11:00', '11:30', '12:00'])
  expect(slots({ booked: booked.slice(0, 1), capacity: 2 })).toEqual(slots({}))
})

test('the clock hides no start that was shown: past starts do not make later ones useless', () => {
  const booked: Span[] = [['10:10', '13:00']]
  const clock = dayClock(MONDAY, 'Europe/Rome')
  const at = (time: string) => slots({ booked, step: 5, minGap: 30, earliest: clock.midnight + minutes(time) })
  expect(at('09:00')).toEqual(['09:00 (10)', '09:05 (10)', '09:10 (10)'])
  expect(slots({ booked: [['10:40', '13:00']], step: 15, minGap: 30 })).toEqual(['09:00', '09:40'])
  expect(at('09:08')).toEqual(['09:10 (10)'])
})

test('a start in the hour that the clock skips or repeats is not added', () => {
  const rules = { open: [['00:00', '06:00']] as Span[], duration: 30, step: 360, hidesGaps: false }
  // On 25 October 2:00 to 3:00 occurs twice: the visit ends in the second one.
  expect(slots({ ...rules, date: parsePlainDate('2026-10-25'), booked: [['01:00', '03:15']] })).toEqual([
    '00:00',
    '00:30',
  ])
  expect(slots({ ...rules, date: parsePlainDate('2026-03-29'), booked: [['01:00', '02:00']] })).toEqual([
    '00:00',
    '00:30',
    '03:00',
  ])
})

test('without a wished minimum all starts are on the grid', () => {
  expect(slots({ booked: [['09:00', '10:20']], minGap: 0 })).toEqual(['10:30', '11:00', '11:30', '12:00'])
})
