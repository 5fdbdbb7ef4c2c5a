import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { outageLog } from '../lib/outage-log.ts'
import { KnownOutage } from '../queue/queue.ts'
import type { MailSettings } from '../settings/settings.ts'
import { messageIdHeader } from './message-id.ts'
import type { NotifiedVisit } from './messages.repository.ts'
import { classifyFailure } from './smtp-failure.ts'

/** An e-mail ready to send; `messageId` is the same on every attempt. */
export type Mail = {
  kind: string
  fromName: string
  to: string
  /** Whether staff have caused it, rather than a visitor. */
  isByStaff: boolean
  replyTo?: string
  messageId: string
  subject: string
  html?: string
  text: string
  /** The times of bookings that it states to a customer. */
  notifiedVisits?: NotifiedVisit[]
  /** A POST to it stops this kind of e-mail (RFC 8058). */
  unsubscribeUrl?: string
  calendar?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; file: string }
}

/** `deliver` hands an e-mail over, or throws within SEND_LIMIT. */
export type Mailer = { deliver(mail: Mail): Promise<void>; close(): Promise<void> }

/** Maximum of SMTP connections per process. */
export const SMTP_CONNECTIONS = 6

/** Maximum duration of one delivery, from connecting to the last response, milliseconds. */
const SEND_LIMIT = 30_000

function toNodemailerMessage(mail: Mail, { from, dkim }: MailSettings) {
  const { fromName, to, replyTo, messageId, subject, html, text, unsubscribeUrl, calendar } = mail
  return {
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    replyTo: replyTo && { name: '', address: replyTo },
    messageId: messageIdHeader(messageId, from),
    subject,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Shorter than base64 for Italian text; set here, since detection costs a pass over the text.
    textEncoding: 'quoted-printable',
    icalEvent: calendar && { method: calendar.method, filename: 'appuntamento.ics', content: calendar.file },
    dkim,
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions
}

/** Sends by SMTP, or writes files to a folder if no server is configured. */
export const openMailer = (settings: MailSettings, folder: string, log: Logger): Mailer =>
  settings.smtpUrl ? smtpMailer(settings.smtpUrl, settings, log) : fileMailer(folder, settings, log)

/** Maximum duration of each SMTP step, milliseconds. */
export const SMTP_LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
}

/** Nodemailer needs 27 MB, so it is loaded with the first e-mail. */
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
  const outage = outageLog(log, 'mail')
  let opening: ReturnType<typeof openPool> | undefined
  return {
    async deliver(mail) {
      opening ??= openPool(url)
      const pool = await opening
      // Composed first: streaming would send it in dozens of small packets.
      const { envelope, message } = await composeMail(mail, settings)
      // Unlike AbortSignal.timeout, this timer can be cleared after the delivery.
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), SEND_LIMIT)
      try {
        const messageId = messageIdHeader(mail.messageId, settings.from)
        await pool.sendMail({ envelope, raw: message, messageId, signal: timeout.signal })
        outage.works()
      } catch (error) {
        const failure = classifyFailure(error)
        if (failure instanceof KnownOutage) outage.failed(failure)
        else outage.works()
        throw failure
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => (await opening)?.close({ force: true }),
  }
}

function fileMailer(folder: string, settings: MailSettings, log: Logger): Mailer {
  return {
    async deliver(mail) {
      log.info(
        { file: await writeMail(mail, settings, folder) },
        'e-mail written to a file, because SMTP_URL is not set',
      )
    },
    close: async () => {},
  }
}

async function openComposer() {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

let composing: ReturnType<typeof openComposer> | undefined

/** Envelope and raw message of an e-mail. */
export async function composeMail(mail: Mail, settings: MailSettings) {
  composing ??= openComposer()
  const composer = await composing
  const { envelope, message } = await composer.sendMail(toNodemailerMessage(mail, settings))
  return { envelope, message: message as Buffer }
}

/** Writes an e-mail to a file in a folder and returns the file's name. */
export async function writeMail(mail: Mail, settings: MailSettings, folder: string) {
  const { message } = await composeMail(mail, settings)
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const digest = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 12)
  const name = `${moment}-${mail.kind}-${digest}.eml`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Renamed when complete, so that readers never see a partial file.
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
  return name
}

/** Deletes the e-mails that were written to a folder before an instant. Safe in several processes at once. */
export async function deleteOldMailFiles(folder: string, before: Temporal.Instant) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((name) => name.endsWith('.eml'))) {
    const file = join(folder, name)
    // Another process may have deleted it.
    const written = (await stat(file).catch(() => undefined))?.mtimeMs
    if (written !== undefined && written < before.epochMilliseconds) await rm(file, { force: true })
  }
}
