import { expect, test } from 'vitest'
import { findDifferences, mergeMine } from './differences.ts'

const labels = {
  name: 'Nome',
  duration: 'Durata (min)',
  from: 'Data inizio',
  visible: 'Visibile sul sito',
  note: 'Note',
}
const base = { id: 7, name: 'Taglio', duration: 30, from: '2026-01-01', visible: true, note: null, version: 1 }

test('lists the fields that another user has changed, formatted, beside the user’s own changes', () => {
  const mine = { ...base, name: 'Taglio corto', visible: true, note: '' }
  const current = { ...base, name: 'Taglio uomo', from: '2026-02-01', visible: false, version: 2 }

  expect(findDifferences({ base, mine, current }, labels)).toEqual([
    { name: 'name', label: 'Nome', current: 'Taglio uomo', mine: 'Taglio corto', base: 'Taglio' },
    { name: 'from', label: 'Data inizio', current: '01/02/2026', base: '01/01/2026' },
    { name: 'visible', label: 'Visibile sul sito', current: 'No', base: 'Sì' },
  ])
})

test('ignores fields with the same value on both sides, fields only the user has changed, and empty values of any type', () => {
  const mine = { ...base, duration: 45, note: '', from: Number.NaN }
  const current = { ...base, duration: 45, note: undefined, from: '' }
  expect(findDifferences({ base: { ...base, from: null }, mine, current }, labels)).toEqual([])
})

test('lists differ only if their items differ', { tags: ['13.60'] }, () => {
  const [others, same] = [
    { ...base, others: [3, 5] },
    { ...base, others: [3, 5] },
  ]
  const labelled = { others: 'Anche su' }
  expect(findDifferences({ base: { ...base, others: [] }, mine: same, current: others }, labelled)).toEqual([])
  expect(mergeMine({ base: others, mine: same, current: { ...base, others: [3] } }, labelled)).toEqual({ others: [3] })
})

test('a field can have its own format, and an empty field reads as empty', () => {
  const [name, note] = findDifferences({ base, mine: base, current: { ...base, name: 3, note: 'x' } }, labels, {
    name: (id) => `il numero ${id}`,
  })
  expect(name).toMatchObject({ current: 'il numero 3', base: 'il numero Taglio' })
  expect(note).toMatchObject({ current: 'x', base: 'vuoto' })
})

test('merging keeps the user’s changes and takes every other field from the current record', {
  tags: ['13.37'],
}, () => {
  const mine = { ...base, duration: 45 }
  const current = { ...base, name: 'Taglio uomo', duration: 60, version: 2 }
  expect(mergeMine({ base, mine, current }, labels)).toEqual({
    name: 'Taglio uomo',
    duration: 45,
    from: '2026-01-01',
    visible: true,
    note: null,
  })
})
