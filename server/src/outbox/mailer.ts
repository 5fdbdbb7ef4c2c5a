import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { outageLog } from '../lib/outage-log.ts'
import { KnownOutage } from '../queue/queue.ts'
import type { MailSettings } from '../settings/settings.ts'
import type { ToldVisit } from './messages.repository.ts'
import { failureOf } from './smtp-failure.ts'

/** An e-mail ready to leave, under the number that it has on every attempt. */
export type Mail = {
  kind: string
  fromName: string
  to: string
  replyTo?: string
  messageId: string
  subject: string
  html?: string
  text: string
  /** The visits that it tells a customer of. */
  tells?: ToldVisit[]
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; file: string }
}

/** Hands an e-mail over, or throws within SEND_LIMIT without having done so, as far as anybody can know. */
export type Mailer = { deliver(mail: Mail): Promise<void>; close(): Promise<void> }

/** Connections to the SMTP server at most, of one process. */
export const SMTP_CONNECTIONS = 6

/** Milliseconds that one e-mail may take, from the first word to the server to its last answer. */
const SEND_LIMIT = 30_000

/** The address of a message from here. */
const idOf = (messageId: string, from: string) => `<${messageId}@${from.split('@')[1]}>`

function messageOf(mail: Mail, { from, dkim }: MailSettings) {
  const { fromName, to, replyTo, messageId, subject, html, text, calendar } = mail
  return {
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    replyTo: replyTo && { name: '', address: replyTo },
    messageId: idOf(messageId, from),
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    // For all that Italians write it is the shorter one; asked to find out, the library counts every letter.
    textEncoding: 'quoted-printable',
    icalEvent: calendar && { method: calendar.method, filename: 'appuntamento.ics', content: calendar.file },
    dkim,
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions
}

/** By SMTP where there is a server for it; files in a folder otherwise. */
export const openMailer = (settings: MailSettings, folder: string, log: Logger): Mailer =>
  settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings, log) : fileMailer(folder, settings, log)

/** Milliseconds that each step of a talk with an SMTP server may take. */
export const SMTP_LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
}

/** The pool to the server at `url`. The library is loaded with the first e-mail: 27 MB that many a process never needs. */
async function openPool(url: string) {
  const { createTransport } = await import('nodemailer')
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    maxMessages: 1_000,
    idleTimeout: 30_000,
    ...SMTP_LIMITS,
  })
  // Without a listener a broken idle connection would end the process; the next e-mail opens another one.
  pool.on('error', () => {})
  return pool
}

function smtpMailer(url: string, settings: MailSettings, log: Logger): Mailer {
  const outage = outageLog(log, 'mail server')
  let opening: ReturnType<typeof openPool> | undefined
  return {
    async deliver(mail) {
      opening ??= openPool(url)
      const pool = await opening
      // In one piece: written as it is composed, it would leave in dozens.
      const { envelope, message } = await composeMail(mail, settings)
      // AbortSignal.timeout goes off, too, when the e-mail has left long before.
      const tooLate = new AbortController()
      const limit = setTimeout(() => tooLate.abort(), SEND_LIMIT)
      try {
        const messageId = idOf(mail.messageId, settings.from)
        await pool.sendMail({ envelope, raw: message, messageId, signal: tooLate.signal })
        outage.works()
      } catch (error) {
        const failure = failureOf(error)
        if (failure instanceof KnownOutage) outage.failed(failure)
        else outage.works()
        throw failure
      } finally {
        clearTimeout(limit)
      }
    },
    close: async () => (await opening)?.close({ force: true }),
  }
}

function fileMailer(folder: string, settings: MailSettings, log: Logger): Mailer {
  return {
    async deliver(mail) {
      log.info({ file: await writeMail(mail, settings, folder) }, 'e-mail written: without SMTP_URL none is sent')
    },
    close: async () => {},
  }
}

async function openComposer() {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

let composing: ReturnType<typeof openComposer> | undefined

/** An e-mail as it goes to a server: from whom to whom, and all its bytes. */
export async function composeMail(mail: Mail, settings: MailSettings) {
  composing ??= openComposer()
  const composer = await composing
  const { envelope, message } = await composer.sendMail(messageOf(mail, settings))
  return { envelope, message: message as Buffer }
}

/** Writes an e-mail to a file in a folder, and returns the file's name. */
export async function writeMail(mail: Mail, settings: MailSettings, folder: string) {
  const { message } = await composeMail(mail, settings)
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const digest = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 12)
  const name = `${moment}-${mail.kind}-${digest}.eml`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Under its name it is whole.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
  return name
}
