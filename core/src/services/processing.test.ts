import { expect, test } from 'vitest'
import { serviceSchema } from './managed-service-schema.ts'

const service = { name: 'Colore', duration: 90, amount: '60', description: '', calendar_id: 1 }
const variant = { name: 'Lunghi', duration: 90, amount: '60' }

const listIssues = (fields: object) =>
  serviceSchema.safeParse({ ...service, ...fields }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each([
  [{}, undefined],
  [{ processing_after: null, processing_minutes: 0 }, undefined],
  [{ processing_after: 30, processing_minutes: 40 }, undefined],
  [{ processing_after: 1, processing_minutes: 88 }, undefined],
  [
    { processing_after: 30, processing_minutes: 60 },
    ['processing_minutes', 'Dopo la posa deve restare del lavoro: al massimo 59 minuti.'],
  ],
  [
    { processing_after: 89, processing_minutes: 1 },
    ['processing_after', 'Comincia troppo tardi: dopo la posa deve restare del lavoro.'],
  ],
  [{ processing_after: 0, processing_minutes: 40 }, ['processing_after', 'Almeno 1 minuto.']],
  [{ processing_after: 30, processing_minutes: -1 }, ['processing_minutes', 'Non può essere negativo.']],
  [
    { processing_after: 30, processing_minutes: 0 },
    ['processing_minutes', 'Indica quanto dura, o lascia vuoto l’inizio.'],
  ],
  [{ processing_minutes: 40 }, ['processing_after', 'Indica dopo quanti minuti comincia la posa.']],
])('work has to remain before and after a processing time: %o', (fields, issue) => {
  expect(listIssues(fields)?.[0]).toEqual(issue)
  const ofVariant = listIssues({ variants: [{ ...variant, ...fields }] })?.[0]
  expect(ofVariant).toEqual(issue && [`variants.0.${issue[0]}`, issue[1]])
})
