import { expect, test } from 'vitest'
import { actionsLabelled, actionsOfGroup, auditActions, auditGroups } from './audit-actions.ts'

test('every action belongs to one group', () => {
  const grouped = (Object.keys(auditGroups) as (keyof typeof auditGroups)[]).flatMap(actionsOfGroup)

  expect(grouped.sort()).toEqual(Object.keys(auditActions).sort())
})

test('actions are found by their Italian label', () => {
  expect(actionsLabelled('cliente bloc')).toEqual(['customer.blocked'])
  expect(actionsLabelled('niente')).toEqual([])
})
