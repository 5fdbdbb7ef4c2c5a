import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, idParam, pageQuery } from './pagination.ts'

test('pages of any list add up to the list, and only the last page has has_more false', {
  tags: ['4.5'],
}, () => {
  const lists = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 12 }), (ids, perPage) => {
      const rows = ids.map((id) => ({ id }))
      const seen: { id: number }[] = []
      for (;;) {
        const page = cutPage(rows.slice(seen.length, seen.length + perPage + 1), perPage)
        seen.push(...page.items)
        expect(page.last_id).toBe(page.items.at(-1)?.id ?? null)
        expect(page.has_more).toBe(seen.length < rows.length)
        if (!page.has_more) break
      }
      expect(seen).toEqual(rows)
    }),
  )
})

test.for([
  [{}, { per_page: 10, last_id: undefined }],
  [
    { per_page: '100', last_id: '7' },
    { per_page: 100, last_id: 7 },
  ],
  [{ last_id: '' }, { per_page: 10, last_id: undefined }],
  [{ last_id: 'null' }, { per_page: 10, last_id: undefined }],
] as const)('%j asks for %j', { tags: ['7.26'] }, ([query, wish]) => {
  expect(pageQuery.parse(query)).toEqual(wish)
})

test.for(['0', '-1', '1.5', 'x', '', ' ', '9007199254740992', '99999999999999999999', 'Infinity', 'NaN'])(
  'rejects %j as an id with one message',
  (text) => {
    expect(idParam.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual(['Identificativo non valido.'])
  },
)
