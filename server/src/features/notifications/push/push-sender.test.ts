import { startPushService } from '@prenoto/test-support/http/push-service.ts'
import { expect, test } from 'vitest'
import webPush from 'web-push'
import { openOutgoing } from '../../../lib/outgoing/outgoing.ts'
import { LastingFailure } from '../../../queue/queue.ts'
import { PushDeferred, sendPush } from './push-sender.ts'

const pushService = await startPushService()

type Answer = ReturnType<typeof pushService.newDevice>['answers'][number]

/** Sends a message to a new device whose push service answers with this status. */
function sendWith(status: Answer, services = [pushService.origin], allow = ['127.0.0.0/8']) {
  const { subscription, answers } = pushService.newDevice()
  answers.push(status)
  const outgoing = openOutgoing({ allow })
  const settings = { services, contact: 'aiuto@prenoto.example', keys: webPush.generateVAPIDKeys(), outgoing }
  return sendPush(subscription, { payload: {}, ttl: 60, topic: 'booking-1' }, settings)
}

test.for([
  [200, true],
  [201, true],
  [404, false],
  [410, false],
] as const)('the answer %i means that the device is known: %s', async ([status, isKnown]) => {
  expect(await sendWith(status)).toBe(isKnown)
})

test.for([429, 500, 503, 'none'] as const)('the answer %s is temporary', async (status) => {
  const failure = await sendWith(status).catch((error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(LastingFailure)
})

test.for([
  ['1800', 1_800],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
  ['0', 60],
  ['9999999', 86_400],
  ['domani', undefined],
] as const)('Retry-After: %s defers the message by %s seconds', async ([retryAfter, seconds]) => {
  const failure = await sendWith({ status: 429, retryAfter }).catch((error) => error)
  if (seconds === undefined) return expect(failure).not.toBeInstanceOf(PushDeferred)
  expect(failure).toBeInstanceOf(PushDeferred)
  expect(failure.seconds).toBeGreaterThan(seconds - 60)
  expect(failure.seconds).toBeLessThanOrEqual(seconds)
})

test.for([301, 307, 400, 403, 413])('the answer %i is a refusal, and no redirect is followed', async (status) => {
  await expect(sendWith(status)).rejects.toThrow(LastingFailure)
})

test('a push service that resolves to a private address gets nothing', async () => {
  await expect(sendWith(201, undefined, [])).rejects.toThrow(LastingFailure)
})

test('the server sends nothing to a push service that is not allowed any more', async () => {
  await expect(sendWith(201, [])).rejects.toThrow('the push service is not allowed')
})
