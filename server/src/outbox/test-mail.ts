import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Settings } from '../settings/settings.ts'
import { composeMail, type Mail, SMTP_LIMITS, writeMail } from './mailer.ts'
import { inWords } from './smtp-failure.ts'

type Say = (line: string) => void

/** Sends one plain e-mail as the server would, and says step by step what happens. Throws a StartupError. */
export async function testMail({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>, to: string, say: Say) {
  say(
    mail.dkim
      ? `Signed for ${mail.dkim.domainName}, to be checked with the key at ${mail.dkim.keySelector}._domainkey.${mail.dkim.domainName}.`
      : 'Not signed: DKIM_SELECTOR is not set.',
  )
  if (mail.smtpUrl) return send(mail.smtpUrl, await composeMail(testTo(to), mail), say)

  const folder = join(dataDir, 'mail')
  say('Not sent, since SMTP_URL is not set: e-mails are written as files.')
  const name = await writeMail(testTo(to), mail, folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`DATA_DIR: ${folder} cannot be written to (${error.code})`)
  })
  say(`Written to ${join(folder, name)}`)
}

const testTo = (to: string): Mail => ({
  kind: 'test',
  fromName: 'Prenoto',
  to,
  messageId: randomUUID(),
  subject: 'Email di prova',
  text: 'Questa è un’email di prova: se la leggi, le email di Prenoto arrivano.\n',
})

async function send(url: string, { envelope, message }: Awaited<ReturnType<typeof composeMail>>, say: Say) {
  const { default: SMTPTransport } = await import('nodemailer/lib/smtp-transport')
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { options, auth } = new SMTPTransport({ url, ...SMTP_LIMITS })
  const connection = new Connection(options)
  const talk = talkOn(connection)
  try {
    await talk((done) => connection.connect(done))
    say(`Connected to ${connection.host}, port ${connection.port}.`)
    say(encryptionOf(connection._socket))

    if (auth && connection.allowsAuth) await talk((done) => connection.login(auth, done))
    say(logInOf(connection, auth ? auth.user : undefined))

    const taken = await talk<SMTPConnection.SentMessageInfo>((done) => connection.send(envelope, message, done))
    say(`Accepted for ${envelope.to}: ${taken?.response}`)
    connection.quit()
  } catch (error) {
    connection.close()
    throw sentenceOf(error as NodemailerError)
  }
}

type Done<T> = (error?: Error | null, result?: T) => void

/** Each step ends when it says so, or when the connection breaks. */
function talkOn(connection: SMTPConnection) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // Each step reports a broken connection; between two steps the next one does.
  broken.catch(() => {})
  connection.on('error', reject)
  return <T>(step: (done: Done<T>) => void) => {
    const { promise, reject, resolve } = Promise.withResolvers<T | undefined>()
    step((error, result) => (error ? reject(error) : resolve(result)))
    return Promise.race([promise, broken])
  }
}

function encryptionOf(socket: SMTPConnection['_socket']) {
  if (!(socket instanceof TLSSocket)) return 'Not encrypted: the server offers no TLS.'
  const trust = socket.authorized
    ? 'its certificate is trusted'
    : 'its certificate is not looked at, as SMTP_URL wishes'
  return `Encrypted with ${socket.getProtocol()}, ${trust}.`
}

function logInOf({ authenticated, allowsAuth }: SMTPConnection, user: string | undefined) {
  if (authenticated) return `Logged in as ${user}.`
  if (!user) return 'Not logged in: SMTP_URL names nobody.'
  return allowsAuth ? 'Not logged in.' : 'Not logged in: the server offers no log-in here.'
}

/** Whoever runs the command may read the server's own words. */
function sentenceOf(error: NodemailerError) {
  const words = `Sending the e-mail ${inWords(error)}.`
  return new StartupError(error.response ? `${words} The server says: ${error.response}` : words)
}
