import { expect, test } from 'vitest'
import { isPushService } from './push-services.ts'

test.for([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QNabc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://push.example.it/abc',
  'http://127.0.0.1:8099/abc',
])('%s may receive notifications', (endpoint) => {
  expect(isPushService(endpoint, ['https://push.example.it', 'http://127.0.0.1:8099'])).toBe(true)
})

test.for([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com.example.it/abc',
  'https://x@fcm.googleapis.com/abc',
  'https://evilnotify.windows.com/abc',
  'https://127.0.0.1/abc',
  'http://127.0.0.1:5432/abc',
  'http://169.254.169.254/latest/meta-data',
  'https://[::1]/abc',
  'https://localhost/abc',
  'http://postgres.internal/abc',
  'file:///etc/passwd',
  'data:text/plain,x',
  'fcm.googleapis.com/abc',
  '',
])('%s is refused', (endpoint) => {
  expect(isPushService(endpoint, ['https://push.example.it'])).toBe(false)
})
