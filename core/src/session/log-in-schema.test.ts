import { expect, test } from 'vitest'
import { logInSchema } from './log-in-schema.ts'

const findIssues = (value: object) =>
  logInSchema.safeParse(value).error?.issues.map(({ path, message }) => [path[0], message])

test('an empty log-in form shows both messages', { tags: ['5.2', '5.4'] }, () => {
  expect(findIssues({ email: '', password: '' })).toEqual([
    ['email', 'L’email è obbligatoria.'],
    ['password', 'La password è obbligatoria.'],
  ])
})

test('rejects an invalid e-mail address', () => {
  expect(findIssues({ email: 'ada', password: 'x' })).toEqual([['email', 'Inserisci un’email valida.']])
})

test('the e-mail is trimmed, the password is not', { tags: ['3.22', '5.3'] }, () => {
  expect(logInSchema.parse({ email: ' ada@example.it ', password: ' x ' })).toEqual({
    email: 'ada@example.it',
    password: ' x ',
  })
})
