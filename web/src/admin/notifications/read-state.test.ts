import type { NotificationPage } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { expect, test } from 'vitest'
import { allRead, oneRead, shortened, toPanelTime } from './read-state.ts'

const page = (unread_count: number, ...read: boolean[]): NotificationPage => ({
  notifications: read.map((read, i) => ({ id: i + 1, title: 'T', message: 'M', read, created_at: '21-11-2026 09:30' })),
  last_id: read.length,
  has_more: false,
  unread_count,
})

test('one that is read lowers the count by one, a second time by nothing', () => {
  const once = oneRead([page(2, false, false, true)], 1)
  expect(once).toEqual([page(1, true, false, true)])
  expect(oneRead(once, 1)).toEqual(once)
})

test('the count never falls below zero', () => {
  expect(oneRead([page(0, false)], 1)[0]!.unread_count).toBe(0)
})

test('all read at once leaves none to count', () => {
  expect(allRead([page(2, false, true, false)])).toEqual([page(0, true, true, true)])
})

test('the time is shown as the panel shows it', () => {
  expect(toPanelTime('21-11-2026 09:30')).toBe('21/11/2026 - 09:30')
})

test('a long message is cut after a whole word, an endless word anyhow, a short one not at all', () => {
  const long = 'Giulia Verdi ha prenotato Taglio e piega per sabato 21 novembre alle 09:30.'
  expect(shortened(long)).toBe('Giulia Verdi ha prenotato Taglio e piega per sabato 21…')
  expect(shortened('a'.repeat(200))!.length).toBeLessThanOrEqual(61)
  expect(shortened('Breve.')).toBeUndefined()
})
