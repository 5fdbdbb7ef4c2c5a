import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serializeInTurns } from './json-in-turns.ts'

const item = z.object({ id: z.int() })
const schema = z.object({ name: z.string(), items: z.array(item), note: z.optional(z.string()) })

test('a large object becomes the JSON of its schema, and other work runs meanwhile', async () => {
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, secret: 'x' }))
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)

  const { content } = await serializeInTurns(schema, { name: 'Già', items })

  clearInterval(other)
  expect(JSON.parse(content.toString())).toEqual({ name: 'Già', items: items.map(({ id }) => ({ id })) })
  expect(turns).toBeGreaterThan(0)
  await expect(serializeInTurns(schema, { name: 'x', items: [{ id: 'x' as never }] })).rejects.toThrow()
})
