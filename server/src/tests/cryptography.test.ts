import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashAtOnce } from '../features/accounts/users/passwords.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Names of hash functions and ciphers in calls of Node's crypto and PostgreSQL. */
const ALGORITHMS = /\b(?:createHash|createHmac|hash)\('([\w-]+)'|\b(md5|sha1|sha224)\(|'(aes-[\w-]+)'/g

/** Faster functions that protect nothing: names of prepared statements, and the ETag of a calendar feed. */
const WITHOUT_SECURITY = [
  'server/src/database/tenant-database.ts sha1',
  'server/src/features/calendar-files/calendar-files.repository.ts md5',
]

test('secrets and links are protected by SHA-256 and AES-256-GCM alone', async () => {
  const files = await Array.fromAsync(glob('{core,server,postgres,web}/src/**/*.{ts,tsx,sql}', { cwd: ROOT }))
  const used = await Promise.all(
    files
      .filter((file) => !file.includes('.test.'))
      .map(async (file) => {
        const text = await readFile(join(ROOT, file), 'utf8')
        return [...text.matchAll(ALGORITHMS)].map((match) => `${file} ${match.slice(1).find(Boolean)}`)
      }),
  )
  const securityUses = used.flat().filter((use) => !WITHOUT_SECURITY.includes(use))

  expect(securityUses.length).toBeGreaterThan(10)
  expect(securityUses.filter((use) => !/ (sha256|aes-256-gcm)$/.test(use))).toEqual([])
})

test('what must not be guessed is never made with Math.random', async () => {
  const files = await Array.fromAsync(glob('{core,server,postgres,web}/src/**/*.{ts,tsx}', { cwd: ROOT }))
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(ROOT, file), 'utf8')] as const))
  const used = texts.filter(([file, text]) => !file.includes('.test.') && text.includes('Math.random'))

  // Pauses between attempts and readings, and the key of a logo in the browser's own database.
  expect(used.map(([file]) => file).sort()).toEqual([
    'server/src/features/busy-feeds/reading-times.ts',
    'web/src/admin/features/notifications/event-connection.ts',
    'web/src/admin/features/onboarding/stored-logo.ts',
    'web/src/lib/server-status.ts',
  ])
})

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  expect(await hashAtOnce('Salone-2026!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
