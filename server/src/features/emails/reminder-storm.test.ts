import { reminderStorm } from '@prenoto/test-support/many-reminders.ts'
import { newDatabase } from '@prenoto/test-support/test-database.ts'
import { expect, test } from 'vitest'
import { openOwnerPool } from '../../database/connection.ts'
import { SMTP_CONNECTIONS } from '../../outbox/mailer.ts'

/** `VISITS=10000` makes it the real storm, with the pauses as they are. */
const VISITS = Number(process.env.VISITS ?? 200)

test('with two workers, one killed half-way, and one mail in ten refused, everybody is reminded and nobody twice but those in flight', {
  tags: ['11.6'],
  timeout: 400_000,
}, async () => {
  const database = await newDatabase()
  const owner = openOwnerPool(database.url)

  const storm = await reminderStorm({ owner, url: database.url, visits: VISITS, isPatient: VISITS > 1_000 })
  await owner.end()
  await database.drop()

  process.stdout.write(`${JSON.stringify({ ...storm, ended: undefined })}\n`)
  expect(storm).toMatchObject({ reminded: VISITS, distinctIds: VISITS, waiting: 0 })
  expect(storm.refused).toBeGreaterThan(VISITS / 20)
  // What the killed worker had handed over and not noted yet may come again, under the same number.
  expect(storm.sent - VISITS).toBeLessThanOrEqual(SMTP_CONNECTIONS)
  expect(storm.ended).toMatchObject([{ code: 0 }, { code: 0 }])
})
