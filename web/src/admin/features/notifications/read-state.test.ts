import type { NotificationPage } from '@prenoto/core/notifications/notifications.endpoints.ts'
import { describe, expect, test } from 'vitest'
import { joinNewest, shortenMessage, toPanelTime, withAllRead, withOneRead } from './read-state.ts'

const one = (id: number, read: boolean) => ({
  id,
  title: 'T',
  message: 'M',
  read,
  created_at: '21-11-2026 09:30',
  booking_id: null,
})

const page = (unread_count: number, ...read: boolean[]): NotificationPage => ({
  notifications: read.map((read, i) => one(i + 1, read)),
  last_id: read.length,
  has_more: false,
  unread_count,
})

test('marking a notification as read lowers the count once', { tags: ['4.11'] }, () => {
  const once = withOneRead([page(2, false, false, true)], 1)
  expect(once).toEqual([page(1, true, false, true)])
  expect(withOneRead(once, 1)).toEqual(once)
})

test('the unread count never falls below zero', { tags: ['4.11'] }, () => {
  expect(withOneRead([page(0, false)], 1)[0]!.unread_count).toBe(0)
})

test('marking all as read sets the count to zero', { tags: ['2.83', '4.12'] }, () => {
  expect(withAllRead([page(2, false, true, false)])).toEqual([page(0, true, true, true)])
})

describe('the newest page, read again', () => {
  const makePage = (items: ReturnType<typeof one>[], unread_count: number, has_more = true): NotificationPage => ({
    notifications: items,
    last_id: items.at(-1)?.id ?? null,
    has_more,
    unread_count,
  })
  const loaded = [makePage([one(9, true), one(8, false)], 2), makePage([one(7, false), one(6, true)], 2, false)]
  const formatPages = (pages: NotificationPage[]) =>
    pages.flatMap(({ notifications }) => notifications.map(({ id, read }) => `${id}${read ? '' : '*'}`)).join(' ')

  test('goes before the loaded notifications, which stay', { tags: ['13.34'] }, () => {
    const joined = joinNewest(loaded, makePage([one(10, false), one(9, true)], 3))

    expect(formatPages(joined)).toBe('10* 9 8* 7* 6')
    expect(joined.map(({ unread_count }) => unread_count)).toEqual([3, 3])
    expect(joined[1]!.has_more).toBe(false)
  })

  test('keeps notifications read that were just marked as read', () => {
    const joined = joinNewest(loaded, makePage([one(10, false), one(9, false), one(8, true)], 4))

    expect(formatPages(joined)).toBe('10* 9 8 7* 6')
    expect(joined[0]!.unread_count).toBe(3)
  })

  test('replaces the loaded pages if there is a gap', () => {
    expect(formatPages(joinNewest(loaded, makePage([one(30, false), one(29, false)], 9)))).toBe('30* 29*')
    expect(formatPages(joinNewest([makePage([], 0, false)], makePage([one(1, false)], 1, false)))).toBe('1*')
  })
})

test('formats the time as the panel shows it', { tags: ['2.84', '9.6'] }, () => {
  expect(toPanelTime('21-11-2026 09:30')).toBe('21/11/2026 - 09:30')
})

test('shortens a long message after a whole word if possible, and keeps a short one', {
  tags: ['2.84'],
}, () => {
  const booked = 'Mercoledì 30 settembre alle 10:00: Giulia Verdi ha prenotato Trattamento ricostruttivo per capelli.'
  expect(shortenMessage(booked)).toBe('Mercoledì 30 settembre alle 10:00: Giulia Verdi ha…')
  const long = 'Giulia Verdi ha prenotato Taglio e piega per sabato 21 novembre alle 09:30.'
  expect(shortenMessage(long)).toBe('Giulia Verdi ha prenotato Taglio e piega per sabato 21…')
  expect(shortenMessage('a'.repeat(200))!.length).toBeLessThanOrEqual(61)
  expect(shortenMessage('Breve.')).toBeUndefined()
})
