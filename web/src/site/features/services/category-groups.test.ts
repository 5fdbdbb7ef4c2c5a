import { expect, test } from 'vitest'
import { groupByCategory, isCategorized } from './category-groups.ts'

const makeCategories = (...categories: string[]) =>
  categories.map((category, i) => ({ name: `Servizio ${i}`, category }))
const toCategories = (...categories: [name: string, services: number][]) =>
  categories.map(([name, services]) => ({ name, services, after: null }))

test('makes one group for each category, whatever the order of the services', { tags: ['13.76'] }, () => {
  const services = makeCategories('Colore', 'Colore', 'Taglio', '', 'Colore')
  const groups = groupByCategory(services, toCategories(['Colore', 3], ['Taglio', 1], ['', 1]))
  expect(groups.map(({ title, services }) => [title, services.length])).toEqual([
    ['Colore', 3],
    ['Taglio', 1],
    ['Altri servizi', 1],
  ])
  expect(new Set(groups.flatMap((group) => group.services))).toEqual(new Set(services))
  expect(new Set(groups.map(({ id }) => id)).size).toBe(3)
})

test('has all categories from the first page on, and later pages fill them', () => {
  const categories = toCategories(['Colore', 1], ['Taglio', 2], ['Barba', 1])
  const first = groupByCategory(makeCategories('Colore', 'Taglio'), categories)
  const all = groupByCategory(makeCategories('Colore', 'Taglio', 'Taglio', 'Barba'), categories)
  expect(all.map(({ id, title }) => [id, title])).toEqual(first.map(({ id, title }) => [id, title]))
  expect(first.map(({ services }) => services.length)).toEqual([1, 1, 0])
})

test('shows no headings for few services or services without categories', () => {
  expect(isCategorized(toCategories(['Colore', 1], ['Taglio', 1], ['', 3]))).toBe(false)
  expect(isCategorized(toCategories(['Colore', 1], ['Taglio', 1], ['', 4]))).toBe(true)
  expect(isCategorized(toCategories(['', 12]))).toBe(false)
})
