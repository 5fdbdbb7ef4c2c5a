import { expect, test } from 'vitest'
import { LastingFailure } from '../queue/queue.ts'
import { AddressRefused, classifyFailure } from './smtp-failure.ts'

/** The failure of a recipient that the mail server answers with these words. */
const recipientRefusal = (response: string) => {
  const responseCode = Number(response.slice(0, 3))
  return { code: 'EENVELOPE', command: 'RCPT TO', response, responseCode, permanent: responseCode >= 500 }
}

test.for([
  ['550 5.1.1 no such user', AddressRefused],
  ['552 5.2.2 mailbox full', AddressRefused],
  ['550 no such user', AddressRefused],
  ['554 5.7.1 relaying denied', LastingFailure],
  ['550 5.7.26 unauthenticated', LastingFailure],
  ['450 4.2.1 try again later', Error],
] as const)('the answer ‘%s’ to a recipient is a failure of the kind %o', ([response, kind]) => {
  const failure = classifyFailure(recipientRefusal(response))

  expect(Object.getPrototypeOf(failure)).toBe(kind.prototype)
})
