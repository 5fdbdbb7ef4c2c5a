import { expect, test } from 'vitest'
import { differencesOf, mergeMine } from './differences.ts'

const labels = {
  name: 'Nome',
  duration: 'Durata (min)',
  from: 'Data inizio',
  visible: 'Visibile sul sito',
  note: 'Note',
}
const began = { id: 7, name: 'Taglio', duration: 30, from: '2026-01-01', visible: true, note: null, version: 1 }

test('what somebody else has changed is told as people read it, beside what one has put there oneself', () => {
  const mine = { ...began, name: 'Taglio corto', visible: true, note: '' }
  const now = { ...began, name: 'Taglio uomo', from: '2026-02-01', visible: false, version: 2 }

  expect(differencesOf({ began, mine, now }, labels)).toEqual([
    { name: 'name', label: 'Nome', now: 'Taglio uomo', mine: 'Taglio corto', before: 'Taglio' },
    { name: 'from', label: 'Data inizio', now: '01/02/2026', before: '01/01/2026' },
    { name: 'visible', label: 'Visibile sul sito', now: 'No', before: 'Sì' },
  ])
})

test('what both want, and what only one’s own form says, is no difference; nothing is nothing however it is written', () => {
  const mine = { ...began, duration: 45, note: '', from: Number.NaN }
  const now = { ...began, duration: 45, note: undefined, from: '' }
  expect(differencesOf({ began: { ...began, from: null }, mine, now }, labels)).toEqual([])
})

test('a list is another one only when it holds something else', { tags: ['13.60'] }, () => {
  const [others, same] = [
    { ...began, others: [3, 5] },
    { ...began, others: [3, 5] },
  ]
  const wanted = { others: 'Anche su' }
  expect(differencesOf({ began: { ...began, others: [] }, mine: same, now: others }, wanted)).toEqual([])
  expect(mergeMine({ began: others, mine: same, now: { ...began, others: [3] } }, wanted)).toEqual({ others: [3] })
})

test('a field may have a reading of its own, and an empty one says so', () => {
  const [name, note] = differencesOf({ began, mine: began, now: { ...began, name: 3, note: 'x' } }, labels, {
    name: (id) => `il numero ${id}`,
  })
  expect(name).toMatchObject({ now: 'il numero 3', before: 'il numero Taglio' })
  expect(note).toMatchObject({ now: 'x', before: 'vuoto' })
})

test('one’s own changes are kept on top of what is so now: nothing old comes back', { tags: ['13.37'] }, () => {
  const mine = { ...began, duration: 45 }
  const now = { ...began, name: 'Taglio uomo', duration: 60, version: 2 }
  expect(mergeMine({ began, mine, now }, labels)).toEqual({
    name: 'Taglio uomo',
    duration: 45,
    from: '2026-01-01',
    visible: true,
    note: null,
  })
})
