import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CiphertextUnreadable, encryptionWith, SecretKeyMissing } from './encryption.ts'

const text = Buffer.from('segreto')

test('decrypts what it has encrypted, and no two ciphertexts are equal', () => {
  const { encrypt, decrypt } = encryptionWith([randomBytes(32)])
  const one = encrypt('notes 1', text)

  expect(decrypt('notes 1', one)).toEqual(text)
  expect(encrypt('notes 1', text)).not.toEqual(one)
  expect(one.includes(text)).toBe(false)
})

test('rejects a ciphertext of another record and a changed one', () => {
  const { encrypt, decrypt } = encryptionWith([randomBytes(32)])
  const one = encrypt('notes 1', text)
  expect(() => decrypt('notes 2', one)).toThrow()

  for (let i = 0; i < one.length; i++) {
    const changed = Buffer.from(one)
    changed[i]! ^= 1
    expect(() => decrypt('notes 1', changed)).toThrow()
  }
  for (let length = 0; length < one.length; length++)
    expect(() => decrypt('notes 1', one.subarray(0, length))).toThrow(CiphertextUnreadable)
})

test('a new key in front encrypts, and older ones still decrypt', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  const before = encryptionWith([older])
  const rotated = encryptionWith([newer, older])
  const stored = before.encrypt('notes 1', text)

  expect(rotated.decrypt('notes 1', stored)).toEqual(text)
  expect(rotated.isOutdated(stored)).toBe(true)
  const again = rotated.encrypt('notes 1', text)
  expect(rotated.isOutdated(again)).toBe(false)
  expect(() => before.decrypt('notes 1', again)).toThrow('SECRET_KEYS lacks the key')
})

test('without a key nothing is encrypted', () => {
  const { encrypt, decrypt } = encryptionWith([])
  expect(() => encrypt('notes 1', text)).toThrow(SecretKeyMissing)
  expect(() => decrypt('notes 1', text)).toThrow(SecretKeyMissing)
})
