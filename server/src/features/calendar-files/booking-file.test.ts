import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { aVisit } from '@prenoto/test-support/fixtures/visits.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Business, bookingFile, type FileBooking } from './booking-file.ts'

const salon: Business = {
  name: 'Salone Rossi',
  address: 'Via Roma 1, Torino',
  email: 'ciao@salone.example.it',
  time_zone: 'Europe/Rome',
  origin: 'https://salone.example.it',
}

const at = (day: string, hour: string, zone = 'Europe/Rome') => {
  const starts_at = toInstant(parsePlainDate(day), parsePlainTime(hour), zone)
  return { starts_at, ends_at: starts_at.add({ minutes: 45 }) }
}

const haircut: FileBooking = {
  hidden_id: 'q9c1Xn4b0kq-7YdW2mZbEA',
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia.verdi@example.it',
  telephone: '3331234567',
  ...aVisit(),
  ...at('2026-11-23', '09:00:00'),
  sequence: 0,
  touched_at: Temporal.Instant.from('2026-11-21T08:45:00Z'),
}

const read = (text: string) => readCalendar(text).entries[0]!

test('the calendar entry has service, place, time and the link to cancel', () => {
  const file = bookingFile(salon, haircut, 'REQUEST')

  expect(readCalendar(file)).toMatchObject({ method: 'REQUEST', zones: ['Europe/Rome'] })
  expect(read(file)).toEqual({
    uid: expect.stringMatching(/^[0-9a-f]{32}@prenoto$/),
    sequence: 0,
    summary: 'Taglio presso Salone Rossi',
    location: 'Via Roma 1, Torino',
    description:
      'Prenotazione di Giulia.\nPer vederla, spostarla o disdirla: https://salone.example.it/bookings/q9c1Xn4b0kq-7YdW2mZbEA',
    status: 'CONFIRMED',
    zone: 'Europe/Rome',
    start: '2026-11-23T08:00:00Z',
    end: '2026-11-23T08:45:00Z',
    stamp: '2026-11-21T08:45:00Z',
    organizer: 'mailto:ciao@salone.example.it',
    attendee: { address: 'MAILTO:giulia.verdi@example.it', name: 'Giulia Verdi' },
  })
})

test('a change and a cancellation have the same UID on every domain, and a higher sequence', {
  tags: ['4.42'],
}, () => {
  const file = read(bookingFile(salon, haircut, 'REQUEST'))
  const rescheduled = { ...haircut, ...at('2026-11-24', '15:00:00'), sequence: 1 }
  const after = read(bookingFile({ ...salon, origin: 'https://rossi.example.it' }, rescheduled, 'REQUEST'))
  const gone = bookingFile(salon, { ...rescheduled, sequence: 2 }, 'CANCEL')

  expect(after).toMatchObject({ uid: file.uid, sequence: 1, start: '2026-11-24T14:00:00Z' })
  expect(readCalendar(gone).method).toBe('CANCEL')
  expect(read(gone)).toMatchObject({ uid: file.uid, sequence: 2, status: 'CANCELLED', attendee: file.attendee })
  expect(gone).not.toContain(haircut.hidden_id)
})

test('the description ends with what to do before the visit, without links that a business could place there', () => {
  const preparation = 'Vieni a digiuno.\nVedi www.truffa.example'
  const { description } = read(bookingFile(salon, { ...haircut, preparation }, 'REQUEST'))
  expect(description).toContain('\n\nCome prepararsi:\nVieni a digiuno.\nVedi www.\u200btruffa.\u200bexample')
  expect(bookingFile(salon, { ...haircut, preparation }, 'CANCEL')).not.toContain('prepararsi')
  expect(bookingFile(salon, haircut, 'REQUEST')).not.toContain('prepararsi')
})

test('the UID differs between bookings and does not contain the private link', () => {
  const { uid } = read(bookingFile(salon, haircut, 'REQUEST'))
  const other = read(bookingFile(salon, { ...haircut, hidden_id: 'Zk2v8sPqT0y-5RrMmLbEAw' }, 'REQUEST'))

  expect(uid).not.toContain(haircut.hidden_id)
  expect(other.uid).not.toBe(uid)
})

test('a download has no attendee and no personal data except the first name', () => {
  const file = bookingFile(salon, haircut, 'PUBLISH')

  expect(readCalendar(file).method).toBe('PUBLISH')
  expect(read(file).attendee).toBeNull()
  expect(read(file).description).toContain('Prenotazione di Giulia.')
  for (const secret of [haircut.surname, haircut.email, haircut.telephone]) expect(file).not.toContain(secret)
})

test('creates a file without an e-mail address of the business and with an invalid one of the customer', () => {
  const file = bookingFile({ ...salon, email: '' }, { ...haircut, email: 'non la ricorda' }, 'REQUEST')

  expect(read(file)).toMatchObject({ organizer: null, attendee: null, summary: 'Taglio presso Salone Rossi' })
})

test.each([
  ['the last day before clocks go forward', 'Europe/Rome', '2026-03-28', '09:00:00', '2026-03-28T08:00:00Z'],
  ['the day clocks go forward, before', 'Europe/Rome', '2026-03-29', '01:30:00', '2026-03-29T00:30:00Z'],
  ['the day clocks go forward, after', 'Europe/Rome', '2026-03-29', '03:00:00', '2026-03-29T01:00:00Z'],
  ['the day clocks go back, before', 'Europe/Rome', '2026-10-25', '01:30:00', '2026-10-24T23:30:00Z'],
  ['the day clocks go back, after', 'Europe/Rome', '2026-10-25', '09:00:00', '2026-10-25T08:00:00Z'],
  ['an afternoon after clocks went back', 'Europe/Rome', '2026-10-26', '14:00:00', '2026-10-26T13:00:00Z'],
  ['two summers ahead', 'Europe/Rome', '2028-07-03', '14:00:00', '2028-07-03T12:00:00Z'],
  ['New York in its own week of summer time', 'America/New_York', '2026-03-10', '14:00:00', '2026-03-10T18:00:00Z'],
  ['New York in winter', 'America/New_York', '2026-12-01', '09:00:00', '2026-12-01T14:00:00Z'],
  ['Lisbon in summer', 'Europe/Lisbon', '2027-06-01', '09:00:00', '2027-06-01T08:00:00Z'],
  ['Lisbon in winter', 'Europe/Lisbon', '2026-12-01', '09:00:00', '2026-12-01T09:00:00Z'],
  ['an offset with half an hour', 'Asia/Kolkata', '2026-12-01', '09:00:00', '2026-12-01T03:30:00Z'],
  ['clocks that never change', 'America/Phoenix', '2026-07-01', '09:00:00', '2026-07-01T16:00:00Z'],
  ['the southern hemisphere', 'Australia/Sydney', '2027-01-11', '09:00:00', '2027-01-10T22:00:00Z'],
  ['clocks that change around Ramadan', 'Africa/Casablanca', '2026-02-20', '09:00:00', '2026-02-20T09:00:00Z'],
  ['clock changes without a simple rule', 'Asia/Jerusalem', '2028-03-24', '14:00:00', '2028-03-24T11:00:00Z'],
])('the entry has the local hour of the business: %s', { tags: ['4.42'] }, (_, time_zone, day, hour, instant) => {
  const file = bookingFile({ ...salon, time_zone }, { ...haircut, ...at(day, hour, time_zone) }, 'REQUEST')

  expect(file).toContain(`DTSTART;TZID=${time_zone}:${day.replaceAll('-', '')}T${hour.replaceAll(':', '')}\r\n`)
  expect(read(file)).toMatchObject({ zone: time_zone, start: instant })
})

test.each([
  ['into the repeated hour', '2026-10-25', '01:30:00', 60],
  ['in the repeated hour', '2026-10-25', '02:30:00', 45],
  ['over the whole repeated hour', '2026-10-25', '01:30:00', 150],
  ['over the skipped hour', '2026-03-29', '01:30:00', 60],
  ['the whole day after', '2026-10-26', '09:00:00', 480],
])('a visit %s (%s at %s) lasts %i minutes', (_, day, hour, minutes) => {
  const starts_at = toInstant(parsePlainDate(day), parsePlainTime(hour), 'Europe/Rome')
  const visit = { ...haircut, starts_at, ends_at: starts_at.add({ minutes }) }

  const file = bookingFile(salon, visit, 'REQUEST')

  const { start, end } = read(file)
  expect(Temporal.Instant.from(start).until(end).total('minutes')).toBe(minutes)
  expect(file).toContain(`DTSTART;TZID=Europe/Rome:${day.replaceAll('-', '')}T${hour.replaceAll(':', '')}\r\n`)
})

test('the entry has the time of the booking in every time zone during the next two years', {
  tags: ['4.42'],
}, () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  const minutes = fc.integer({ min: 0, max: 2 * 365 * 24 * 4 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, fc.integer({ min: 1, max: 600 }), (time_zone, quarters, length) => {
      const wall = Temporal.PlainDateTime.from('2026-11-21T00:00').add({ minutes: quarters * 15 })
      const zoned = wall.toZonedDateTime(time_zone)
      // In a repeated hour the standard means the first; this reader takes the second.
      const comesTwice = !zoned.equals(wall.toZonedDateTime(time_zone, { disambiguation: 'later' }))
      fc.pre(!comesTwice && zoned.toPlainDateTime().equals(wall))
      const starts_at = zoned.toInstant()

      const ends_at = starts_at.add({ minutes: length })
      const file = bookingFile({ ...salon, time_zone }, { ...haircut, starts_at, ends_at }, 'REQUEST')

      expect(read(file)).toMatchObject({ start: starts_at.toString(), end: ends_at.toString() })
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['commas, semicolons and backslashes', 'Taglio; piega, colore \\ altro: "tutto"'],
  ['line breaks', 'prima\r\nseconda\nterza'],
  ['a line break with a property', 'Taglio\r\nATTACH:https://evil.example/\r\nBEGIN:VALARM'],
  ['five thousand characters', 'Lunghissimo '.repeat(420)],
  ['right to left', '\u202eتسريحة شعر‮ וגם עברית'],
  ['emoji at the line fold', '💈'.repeat(100)],
])('escapes user input: %s', { tags: ['4.42'] }, (_, typed) => {
  const expectedText = typed.replaceAll('\r\n', '\n')
  const business = { ...salon, name: typed, address: typed }

  const file = bookingFile(business, { ...haircut, service_name: typed, name: typed, surname: '' }, 'REQUEST')
  const entry = read(file)

  expect(entry).toMatchObject({ summary: `${expectedText} presso ${expectedText}`, location: expectedText })
  expect(entry.description.replaceAll('\u200b', '')).toContain(`Prenotazione di ${expectedText}.`)
  expect(file).not.toMatch(/^(ATTACH|BEGIN:VALARM)/m)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
