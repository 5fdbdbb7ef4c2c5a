import { expect, test } from 'vitest'
import { groupByCategory, isCategorized } from './category-groups.ts'

const named = (...categories: string[]) => categories.map((category, i) => ({ name: `Servizio ${i}`, category }))
const pageOf = (has_more: boolean, ...categories: string[]) =>
  ({ services: named(...categories), has_more, last_id: null }) as unknown as Parameters<typeof isCategorized>[0]

test('starts a group where the category changes, and keeps the order of services', { tags: ['13.76'] }, () => {
  const services = named('Colore', 'Colore', 'Taglio', '', 'Colore')
  const groups = groupByCategory(services)
  expect(groups.map(({ title, services }) => [title, services.length])).toEqual([
    ['Colore', 2],
    ['Taglio', 1],
    ['Altri servizi', 1],
    ['Colore', 1],
  ])
  expect(groups.flatMap((group) => group.services)).toEqual(services)
  expect(new Set(groups.map(({ id }) => id)).size).toBe(4)
})

test('a later page extends the last group or adds groups, and changes no earlier one', () => {
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
