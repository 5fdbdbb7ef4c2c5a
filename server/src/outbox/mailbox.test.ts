import { expect, test } from 'vitest'
import { mailboxPattern, toMailbox } from './mailbox.ts'

test.for([
  ['giulia@example.it', 'giulia@example.it'],
  [' Giulia.Verdi@Example.IT ', 'giulia.verdi@example.it'],
  ['giulia+1@example.it', 'giulia@example.it'],
  ['giulia+1+2@example.it', 'giulia@example.it'],
  ['g.i.u.lia+x@gmail.com', 'giulia@gmail.com'],
  ['Giu.lia@googlemail.com', 'giulia@googlemail.com'],
  ['non ricorda', 'non ricorda@'],
] as const)('the mailbox of %j is %s', ([address, mailbox]) => {
  expect(toMailbox(address)).toBe(mailbox)
})

test.for([
  [
    'giulia.verdi@example.it',
    ['GIULIA.verdi+news@example.it ', ' giulia.verdi@EXAMPLE.it'],
    ['giuliaverdi@example.it'],
  ],
  ['giulia+a@example.it', ['giulia@example.it'], ['giulia@exampleXit', 'xgiulia@example.it', 'giulia@example.it.com']],
  ['g.verdi@gmail.com', ['gverdi@gmail.com', '.g.v.e.rdi+x@gmail.com'], ['gverdi@googlemail.com']],
  ['a|b*(c@x.it', ['A|B*(c@x.it'], ['a@x.it']],
])('the pattern of %j matches its spellings and no other mailbox', ([address, spellings, others]) => {
  const pattern = new RegExp(mailboxPattern(address as string))
  for (const spelling of spellings as string[]) {
    expect(spelling.toLowerCase()).toMatch(pattern)
    expect(toMailbox(spelling)).toBe(toMailbox(address as string))
  }
  for (const other of others as string[]) expect(other.toLowerCase()).not.toMatch(pattern)
})
