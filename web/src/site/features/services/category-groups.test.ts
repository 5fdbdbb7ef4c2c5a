import { expect, test } from 'vitest'
import { groupByCategory, isCategorized } from './category-groups.ts'

const named = (...categories: string[]) => categories.map((category, i) => ({ name: `Servizio ${i}`, category }))
const pageOf = (has_more: boolean, ...categories: string[]) =>
  ({ services: named(...categories), has_more, last_id: null }) as unknown as Parameters<typeof isCategorized>[0]

test('a heading stands where the category changes, and the order stays', { tags: ['13.76'] }, () => {
  const services = named('Colore', 'Colore', 'Taglio', '', 'Colore')
  const runs = groupByCategory(services)
  expect(runs.map(({ title, services }) => [title, services.length])).toEqual([
    ['Colore', 2],
    ['Taglio', 1],
    ['Altri servizi', 1],
    ['Colore', 1],
  ])
  expect(runs.flatMap((run) => run.services)).toEqual(services)
  expect(new Set(runs.map(({ id }) => id)).size).toBe(4)
})

test('what loads later adds to the end and changes no heading before', () => {
  const first = groupByCategory(named('Colore', 'Taglio'))
  const all = groupByCategory(named('Colore', 'Taglio', 'Taglio', 'Barba'))
  expect(all.slice(0, 2).map(({ id, title }) => [id, title])).toEqual(first.map(({ id, title }) => [id, title]))
})

test('a handful of services, and those without categories, have no headings', () => {
  expect(isCategorized(pageOf(false, 'Colore', 'Taglio', '', '', ''))).toBe(false)
  expect(isCategorized(pageOf(false, 'Colore', 'Taglio', '', '', '', ''))).toBe(true)
  expect(isCategorized(pageOf(true, 'Colore'))).toBe(true)
  expect(isCategorized(pageOf(true, '', '', ''))).toBe(false)
})
