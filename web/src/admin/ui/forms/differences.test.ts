import { expect, test } from 'vitest'
import { findDifferences } from './differences.ts'

const labels = {
  name: 'Nome',
  from: 'Data inizio',
  visible: 'Visibile sul sito',
  note: 'Note',
}
const mine = { id: 7, name: 'Taglio', from: '2026-01-01', visible: true, note: null, version: 1 }

test('lists the labelled fields that differ, formatted', () => {
  const current = { ...mine, name: 'Taglio uomo', from: '2026-02-01', visible: false, version: 2 }
  expect(findDifferences(current, mine, labels)).toEqual([
    { name: 'name', label: 'Nome', current: 'Taglio uomo', mine: 'Taglio' },
    { name: 'from', label: 'Data inizio', current: '01/02/2026', mine: '01/01/2026' },
    { name: 'visible', label: 'Visibile sul sito', current: 'No', mine: 'Sì' },
  ])
})

test('ignores empty values of any type, and lists with the same items', { tags: ['13.60'] }, () => {
  const labels = { note: 'Note', from: 'Data', others: 'Anche su' }
  const current = { note: undefined, from: Number.NaN, others: [3, 5] }
  expect(findDifferences(current, { note: '', from: '', others: [3, 5] }, labels)).toEqual([])
})

test('a field can have its own format, and an empty field reads as empty', () => {
  const [name, note] = findDifferences({ ...mine, name: 3, note: 'x' }, mine, labels, {
    name: (id) => `il numero ${id}`,
  })
  expect(name).toMatchObject({ current: 'il numero 3', mine: 'il numero Taglio' })
  expect(note).toMatchObject({ current: 'x', mine: 'vuoto' })
})
