import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { expect, test } from 'vitest'
import { cancellationTerms, changeDeadline, getVisitState } from './change-deadline.ts'

const visit = { visit_day: parsePlainDate('2027-03-28'), visit_hour: parsePlainTime('11:00') }
const withNotice = (app_change_hours_notice: number) =>
  ({ time_zone: 'Europe/Rome', app_change_hours_notice }) as Configuration

test('names a deadline as many hours before the visit as the notice, across a clock change', {
  tags: ['13.180'],
}, () => {
  expect(changeDeadline(visit, withNotice(24))).toBe('Puoi spostarla o disdirla fino a sabato 27 marzo alle 10:00.')
  expect(changeDeadline(visit, withNotice(0))).toBe('Puoi spostarla o disdirla fino all’ora della visita.')
})

test('closes a visit for changes at the deadline', () => {
  const deadline = Date.parse('2027-03-27T09:00:00Z')
  expect(getVisitState(visit, withNotice(24), deadline - 1)).toBe('open')
  expect(getVisitState(visit, withNotice(24), deadline)).toBe('closed')
  expect(cancellationTerms(visit, withNotice(24), deadline - 1)).toBe(
    'Puoi disdire da qui fino a sabato 27 marzo alle 10:00.',
  )
  expect(cancellationTerms(visit, withNotice(24), deadline)).toBe('Questa non si potrà disdire online.')
})
