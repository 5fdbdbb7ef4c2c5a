import { lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import { retentionKinds } from '@prenoto/core/retention/retention-periods.ts'
import { expect, test } from 'vitest'
import { shownValues } from './shown-values.ts'

test('every recorded value has an Italian label', () => {
  const fields = ['import', 'sessions', 'given_on', 'method', 'customer_id', 'documents', 'notes', 'terms']
  const after = Object.fromEntries([...fields, ...retentionKinds, ...lineOutcomeNames].map((field) => [field, 1]))
  expect(shownValues({ before: null, after }).filter(({ field, label }) => label === field)).toEqual([])
})

test('a recorded choice is shown in Italian', () => {
  const after = { method: 'totp', conflicts: 'hours, limit' }
  expect(shownValues({ before: null, after }).map(({ after }) => after)).toEqual([
    'App di verifica',
    'gli orari di apertura, il limite del giorno',
  ])
})
