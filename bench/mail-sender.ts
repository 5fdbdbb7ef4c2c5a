import { openLog } from '../server/src/lib/log.ts'
import { type Mail, openMailer, SMTP_CONNECTIONS } from '../server/src/outbox/mailer.ts'

/** Composes and sends e-mails as fast as nodemailer can, and tells its parent process how many a second. */

export type Sending = {
  url: string
  /** Sent in turns. */
  messages: Mail[]
  mails: number
}

process.once('message', async ({ url, messages, mails }: Sending) => {
  const mailer = openMailer({ smtpUrl: url, from: 'prenoto@example.it' }, '', openLog('fatal'))
  let sent = 0
  async function sendAll(count: number) {
    const end = sent + count
    const lane = async () => {
      while (sent < end) await mailer.deliver(messages[sent++ % messages.length]!)
    }
    await Promise.all(Array.from({ length: SMTP_CONNECTIONS }, lane))
  }
  await sendAll(mails / 4)
  const begun = performance.now()
  await sendAll(mails)
  process.send!((mails * 1000) / (performance.now() - begun))
  await mailer.close()
  process.disconnect!()
})
