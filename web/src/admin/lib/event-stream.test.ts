import { expect, test } from 'vitest'
import { eventStreamParser, type ServerEvent } from './event-stream.ts'

function read(...pieces: string[]) {
  const events: ServerEvent[] = []
  const take = eventStreamParser((event) => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}

const TWO =
  'retry: 2000\n: welcome\n\nid: 7\nevent: notification\ndata: {"id":7}\n\n: still here\n\nevent: bookings\ndata: {}\n\n'
const READ = [
  { event: 'notification', data: '{"id":7}', id: '7' },
  { event: 'bookings', data: '{}', id: '7' },
]

test('comments and pauses are no events, and an id lasts until the next one', () => {
  expect(read(TWO)).toEqual(READ)
})

test('it does not matter where the text is cut', () => {
  for (const text of [TWO, TWO.replaceAll('\n', '\r\n')]) {
    for (let cut = 0; cut <= text.length; cut++) expect(read(text.slice(0, cut), text.slice(cut))).toEqual(READ)
    expect(read(...text)).toEqual(READ)
  }
})

test('an event that has not ended is not told yet', () => {
  expect(read('data: {}\n')).toEqual([])
})

test('several lines of data are one text, and a value loses one leading blank', () => {
  expect(read('data: one\ndata:  two\ndata\n\n')).toEqual([{ event: 'message', data: 'one\n two\n', id: '' }])
})
