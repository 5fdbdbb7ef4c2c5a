import { expect, test } from 'vitest'
import type { FieldsOfColumns } from './import-fields.ts'
import { readPerson } from './import-person.ts'

const FIELDS: FieldsOfColumns = ['name', 'surname', 'email', 'telephone', 'notes']

test.for([
  [['Anna', 'Rossi', ' Anna@Example.it ', "'+39 333 123 4567", 'Capelli\r\nricci'], 'Anna@Example.it', '393331234567'],
  [['Anna', 'Rossi', '-', '333 1234567', ''], '', '3331234567'],
  [['Anna', 'Rossi', 'mailto:anna@example.it', 'n/a', ''], 'anna@example.it', ''],
] as const)('reads %j', ([cells, email, telephone]) => {
  expect(readPerson(cells, FIELDS)).toMatchObject({
    reasons: [],
    person: { name: 'Anna', surname: 'Rossi', email, telephone },
  })
})

test.for([
  [['', '', 'anna@example.it', '', ''], ['name_missing']],
  [
    ['Anna', 'a'.repeat(120), 'anna@example', '12', ''],
    ['name_invalid', 'email_invalid', 'telephone_invalid'],
  ],
  [
    ['Vai su www.esempio.it', '', 'anna@example.it', '', 'x'.repeat(2_001)],
    ['name_invalid', 'notes_too_long'],
  ],
  [
    ['=HYPERLINK("http://x.it")', '', '', '3,93E+11', ''],
    ['name_invalid', 'telephone_invalid'],
  ],
] as const)('refuses %j: %j', ([cells, reasons]) => {
  expect(readPerson(cells, FIELDS).reasons).toEqual(reasons)
})

test('control characters become spaces, and vanish from notes', () => {
  const { person } = readPerson(['An\u0007na', 'Ro\tssi', '', '3331234567', 'Ri\u0000ga\ttab'], FIELDS)
  expect(person).toMatchObject({ name: 'An na', surname: 'Ro ssi', notes: 'Riga\ttab' })
})
