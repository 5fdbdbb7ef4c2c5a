import { expect, test } from 'vitest'
import { contactFacts } from './contact-facts.ts'

test.for([
  ['giulia@example.it', '3331234567', 'mailto:giulia@example.it', 'tel:+393331234567'],
  ['giulia@example.it', '393331234567', 'mailto:giulia@example.it', 'tel:+393331234567'],
  ['giulia@example.it', '04123456789', 'mailto:giulia@example.it', 'tel:+3904123456789'],
  ['giulia@example.it?bcc=x@example.it', 'interno 12', undefined, undefined],
  ['non ricorda', '', undefined, undefined],
])('%s and %s become links to answer', { tags: ['13.23'] }, ([email, telephone, mailto, tel]) => {
  expect(contactFacts(email!, telephone!).map(({ href }) => href)).toEqual([mailto, tel])
})
