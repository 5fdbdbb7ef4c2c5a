import { expect, test } from 'vitest'
import { customerIdentity } from './customer-identity.ts'

const nicolo = { email: 'nic@example.it', name: 'Nicolò', surname: 'De Luca' }

test.for([
  ['capital letters', { email: 'NIC@Example.it', name: 'NICOLÒ', surname: 'de luca' }],
  ['the composition of accents', { ...nicolo, name: 'Nicolo\u0300' }],
  ['spaces', { ...nicolo, name: ' Nicolò ', surname: 'De  Luca' }],
  ['the split between name and surname', { ...nicolo, name: 'Nicolò De', surname: 'Luca' }],
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
