import { expect, test } from 'vitest'
import { MAX_PASSWORD, strongPassword } from './password.ts'

const isAccepted = (password: string) => strongPassword.safeParse(password).success

test('passphrases of 64 characters and more are accepted, in any script and with spaces', () => {
  for (const length of [64, MAX_PASSWORD]) expect(isAccepted('Ñ 漢字 è-1 '.repeat(30).slice(0, length))).toBe(true)
  expect(isAccepted('Aa-1'.repeat(51))).toBe(false)
})
