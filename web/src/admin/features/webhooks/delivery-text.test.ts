import { expect, test } from 'vitest'
import { describeDelivery, isLeaving } from './delivery-text.ts'

const delivery = {
  id: 1,
  event: 'booking.created',
  booking_id: 7,
  happened_at: '28-11-2026 15:30',
  state: 'waiting',
  attempts: 1,
  attempted_at: '28-11-2026 15:35',
  next_attempt_at: '28-11-2026 15:40',
  failure: null,
  status: null,
} as const

test.for([
  [{ state: 'delivered' }, 'Consegnato il 28/11/2026 alle 15:35'],
  [{}, 'In partenza'],
  [{ failure: 'status', status: 500 }, 'Riprovo il 28/11/2026 alle 15:40: il programma ha risposto 500'],
  [{ failure: 'timeout' }, 'Riprovo il 28/11/2026 alle 15:40: il programma non ha risposto in 10 secondi'],
  [{ next_attempt_at: null }, 'In attesa: gli avvisi sono in pausa'],
  [{ state: 'failed', failure: 'connection' }, 'Non consegnato: il collegamento non è riuscito'],
] as const)('a delivery with %o reads %s', ([change, text]) => {
  expect(describeDelivery({ ...delivery, ...change })).toBe(text)
})

test.for([
  [{ attempts: 0 }, true],
  [{ attempts: 1 }, true],
  [{ failure: 'timeout' }, false],
  [{ next_attempt_at: null }, false],
  [{ state: 'delivered', next_attempt_at: null }, false],
] as const)('a delivery with %o is about to leave: %s', ([change, expected]) => {
  expect(isLeaving({ ...delivery, ...change })).toBe(expected)
})
