import { expect, test } from 'vitest'
import { toConfiguration } from './configuration-answer.ts'

const pairs = [
  { key: 'app_name', value: 'Salone Aurora' },
  { key: 'app_primary_color', value: '#1d4ed8' },
  { key: 'app_day_reminder', value: '1' },
  { key: 'app_simultaneous_bookings_enabled', value: 'true' },
  { key: 'app_booking_max_months', value: 2 },
  { key: 'app_booking_hours_notice', value: '3' },
  { key: 'facebook', value: null },
  { key: 'something_else', value: 'x' },
]

test('key/value pairs become one configuration in which each field keeps its own value', { tags: ['3.18'] }, () => {
  expect(toConfiguration(pairs)).toMatchObject({
    app_name: 'Salone Aurora',
    app_primary_color: '#1d4ed8',
    app_day_reminder: 1,
    app_simultaneous_bookings_enabled: true,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
  })
})

test('missing fields get their defaults, and unknown keys are dropped', () => {
  const configuration = toConfiguration(pairs)
  expect(configuration).toMatchObject({ facebook: '', app_primary_text_color: '#ffffff', time_zone: 'Europe/Rome' })
  expect(configuration).not.toHaveProperty('something_else')
})

test('pairs may carry false as text', () => {
  const answer = [
    { key: 'app_simultaneous_bookings_enabled', value: '0' },
    { key: 'app_day_reminder', value: '' },
  ]
  expect(toConfiguration(answer)).toMatchObject({ app_simultaneous_bookings_enabled: false, app_day_reminder: 0 })
})

test('an object is returned unchanged', () => {
  const configuration = toConfiguration(pairs)
  expect(toConfiguration(configuration)).toBe(configuration)
})
