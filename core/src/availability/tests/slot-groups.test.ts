import { expect, test } from 'vitest'
import { parsePlainTime, toPlainTime } from '../../time/plain-time.ts'
import { slotGroups } from '../slot-groups.ts'

test('the parts of the day begin at 12, 14 and 17', { tags: ['2.23', '9.15'] }, () => {
  const slots = ['00:00', '11:59', '12:00', '13:59', '14:00', '16:59', '17:00', '23:59'].map(parsePlainTime)

  expect(slotGroups(slots)).toEqual([
    { name: 'Mattina', slots: ['00:00:00', '11:59:00'] },
    { name: 'Pranzo', slots: ['12:00:00', '13:59:00'] },
    { name: 'Pomeriggio', slots: ['14:00:00', '16:59:00'] },
    { name: 'Sera', slots: ['17:00:00', '23:59:00'] },
  ])
})

test('a part of the day without slots is absent', { tags: ['2.23'] }, () => {
  expect(slotGroups([parsePlainTime('09:00'), parsePlainTime('15:00')]).map((group) => group.name)).toEqual([
    'Mattina',
    'Pomeriggio',
  ])
  expect(slotGroups([])).toEqual([])
})

test('every slot belongs to a group', () => {
  const slots = Array.from({ length: 1440 }, (_, minute) => toPlainTime(minute))

  expect(slotGroups(slots).flatMap((group) => group.slots)).toEqual(slots)
})
