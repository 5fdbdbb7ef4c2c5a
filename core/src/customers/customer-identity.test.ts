import { expect, test } from 'vitest'
import { customerIdentity } from './customer-identity.ts'

const nicolo = { email: 'nic@example.it', name: 'Nicolò', surname: 'De Luca' }

test.for([
  ['capitals', { email: 'NIC@Example.it', name: 'NICOLÒ', surname: 'de luca' }],
  ['an accent written apart', { ...nicolo, name: 'Nicolo\u0300' }],
  ['more spaces', { ...nicolo, name: ' Nicolò ', surname: 'De  Luca' }],
  ['the name split elsewhere', { ...nicolo, name: 'Nicolò De', surname: 'Luca' }],
] as const)('%s make no other person', ([, same]) => {
  expect(customerIdentity(same)).toBe(customerIdentity(nicolo))
})

test.for([
  ['name', { ...nicolo, name: 'Nicola' }],
  ['surname', { ...nicolo, surname: 'Di Luca' }],
  ['e-mail', { ...nicolo, email: 'nico@example.it' }],
] as const)('another %s makes another person', ([, other]) => {
  expect(customerIdentity(other)).not.toBe(customerIdentity(nicolo))
})
