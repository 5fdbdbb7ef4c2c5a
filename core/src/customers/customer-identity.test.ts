import { expect, test } from 'vitest'
import { customerIdentity } from './customer-identity.ts'

const nicolo = { email: 'nic@example.it', name: 'Nicolò', surname: 'De Luca' }

test.for([
  ['capital letters', { email: 'NIC@Example.it', name: 'NICOLÒ', surname: 'de luca' }],
  ['the composition of accents', { ...nicolo, name: 'Nicolo\u0300' }],
  ['spaces', { ...nicolo, name: ' Nicolò ', surname: 'De  Luca' }],
  ['the split between name and surname', { ...nicolo, name: 'Nicolò De', surname: 'Luca' }],
  ['accents', { ...nicolo, name: 'Nicolo' }],
  ['accents that are typed as apostrophes', { ...nicolo, name: "Nicolo'" }],
  ['hyphens', { ...nicolo, surname: 'De-Luca' }],
  ['invisible characters', { ...nicolo, surname: 'De Luca\u200b' }],
] as const)('ignores differences in %s', ([, same]) => {
  expect(customerIdentity(same)).toBe(customerIdentity(nicolo))
})

test.for([
  ['name', { ...nicolo, name: 'Nicola' }],
  ['surname', { ...nicolo, surname: 'Di Luca' }],
  ['e-mail', { ...nicolo, email: 'nico@example.it' }],
] as const)('a different %s identifies a different customer', ([, other]) => {
  expect(customerIdentity(other)).not.toBe(customerIdentity(nicolo))
})

test.for(['D’Angelo', 'D’angelo', 'D’ Angelo', "d' angelo", 'D´Angelo', 'DAngelo'])(
  "%s is another spelling of D'Angelo",
  (surname) => {
    const person = { email: 'sara@example.it', name: 'Sara', surname: "D'Angelo" }
    expect(customerIdentity({ ...person, surname })).toBe(customerIdentity(person))
  },
)

test('a name without letters still identifies a customer', () => {
  const person = { email: 'sara@example.it', name: '…', surname: '?' }
  expect(customerIdentity({ ...person, surname: '!' })).not.toBe(customerIdentity(person))
})
