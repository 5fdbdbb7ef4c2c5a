import { newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { sendManyReminders } from '@prenoto/test-support/mail/many-reminders.ts'
import { expect, test } from 'vitest'
import { openOwnerPool } from '../../database/connection.ts'

/** With `VISITS=10000`, retry delays are not shortened. */
const VISITS = Number(process.env.VISITS ?? 60)

test('every customer is reminded, and only messages in flight are sent twice, when a worker is killed and one in ten is refused', {
  tags: ['11.6'],
}, async () => {
  const database = await newDatabase()
  const owner = openOwnerPool(database.url)

  const result = await sendManyReminders({ owner, url: database.url, visits: VISITS, keepsRetryDelays: VISITS > 1_000 })
  await owner.end()
  await database.drop()

  process.stdout.write(`${JSON.stringify(result)}\n`)
  // The killed worker may have sent messages without recording them; they are sent again with the same Message-ID.
  expect(result).toMatchObject({ reminded: VISITS, distinctIds: VISITS, unsent: 0, remindedAgain: [] })
  expect(result.refused).toBeGreaterThan(VISITS / 20)
})
