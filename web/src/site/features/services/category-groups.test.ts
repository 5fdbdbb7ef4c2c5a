import { expect, test } from 'vitest'
import { groupByCategory, isCategorized } from './category-groups.ts'

const named = (...categories: string[]) => categories.map((category, i) => ({ name: `Servizio ${i}`, category }))
const pageOf = (has_more: boolean, ...categories: string[]) =>
  ({ services: named(...categories), has_more, last_id: null }) as unknown as Parameters<typeof isCategorized>[0]

test('makes one group for each category, whatever the order of the services', { tags: ['13.76'] }, () => {
  const services = named('Colore', 'Colore', 'Taglio', '', 'Colore')
  const groups = groupByCategory(services)
  expect(groups.map(({ title, services }) => [title, services.length])).toEqual([
    ['Colore', 3],
    ['Taglio', 1],
    ['Altri servizi', 1],
  ])
  expect(new Set(groups.flatMap((group) => group.services))).toEqual(new Set(services))
  expect(new Set(groups.map(({ id }) => id)).size).toBe(3)
})

test('a later page extends groups or adds some, and renames none', () => {
  const first = groupByCategory(named('Colore', 'Taglio'))
  const all = groupByCategory(named('Colore', 'Taglio', 'Taglio', 'Barba'))
  expect(all.slice(0, 2).map(({ id, title }) => [id, title])).toEqual(first.map(({ id, title }) => [id, title]))
})

test('shows no headings for few services or services without categories', () => {
  expect(isCategorized(pageOf(false, 'Colore', 'Taglio', '', '', ''))).toBe(false)
  expect(isCategorized(pageOf(false, 'Colore', 'Taglio', '', '', '', ''))).toBe(true)
  expect(isCategorized(pageOf(true, 'Colore'))).toBe(true)
  expect(isCategorized(pageOf(true, '', '', ''))).toBe(false)
})
