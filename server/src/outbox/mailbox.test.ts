import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.for([
  ['giulia@example.it', 'giulia@example.it'],
  [' Giulia.Verdi@Example.IT ', 'giulia.verdi@example.it'],
  ['giulia+1@example.it', 'giulia@example.it'],
  ['giulia+1+2@example.it', 'giulia@example.it'],
  ['g.i.u.lia+x@gmail.com', 'giulia@gmail.com'],
  ['Giu.lia@googlemail.com', 'giulia@googlemail.com'],
  ['non ricorda', 'non ricorda@'],
] as const)('%j leads to %s', ([address, mailbox]) => {
  expect(mailboxOf(address)).toBe(mailbox)
})
