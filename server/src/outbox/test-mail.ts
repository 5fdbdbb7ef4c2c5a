import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Settings } from '../settings/settings.ts'
import { composeMail, type Mail, SMTP_LIMITS, writeMail } from './mailer.ts'
import { describeFailure } from './smtp-failure.ts'

type Print = (line: string) => void

/** Sends one test e-mail as the server would, and prints each step. Throws a StartupError. */
export async function testMail({ mail, dataDir }: Pick<Settings, 'mail' | 'dataDir'>, to: string, print: Print) {
  print(
    mail.dkim
      ? `Signed for ${mail.dkim.domainName}, verifiable with the key at ${mail.dkim.keySelector}._domainkey.${mail.dkim.domainName}.`
      : 'Not signed: DKIM_SELECTOR is not set.',
  )
  if (mail.smtpUrl) return send(mail.smtpUrl, await composeMail(testTo(to), mail), print)

  const folder = join(dataDir, 'mail')
  print('Not sent, because SMTP_URL is not set: e-mails are written to files.')
  const name = await writeMail(testTo(to), mail, folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`DATA_DIR: ${folder} is not writable (${error.code})`)
  })
  print(`Written to ${join(folder, name)}`)
}

const testTo = (to: string): Mail => ({
  kind: 'test',
  fromName: 'Prenoto',
  to,
  isByStaff: true,
  messageId: randomUUID(),
  subject: 'Email di prova',
  text: 'Questa è un’email di prova: se la leggi, le email di Prenoto arrivano.\n',
})

async function send(url: string, { envelope, message }: Awaited<ReturnType<typeof composeMail>>, print: Print) {
  const { default: SMTPTransport } = await import('nodemailer/lib/smtp-transport')
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { options, auth } = new SMTPTransport({ url, ...SMTP_LIMITS })
  const connection = new Connection(options)
  const step = stepRunner(connection)
  try {
    await step((done) => connection.connect(done))
    print(`Connected to ${connection.host}, port ${connection.port}.`)
    print(describeEncryption(connection._socket))

    if (auth && connection.allowsAuth) await step((done) => connection.login(auth, done))
    print(describeLogIn(connection, auth ? auth.user : undefined))

    const taken = await step<SMTPConnection.SentMessageInfo>((done) => connection.send(envelope, message, done))
    print(`Accepted for ${envelope.to}: ${taken?.response}`)
    connection.quit()
  } catch (error) {
    connection.close()
    throw toStartupError(error as NodemailerError)
  }
}

type Done<T> = (error?: Error | null, result?: T) => void

/** Runs steps of a connection; each ends with its callback or when the connection breaks. */
function stepRunner(connection: SMTPConnection) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  // A connection that breaks between two steps rejects the next one.
  broken.catch(() => {})
  connection.on('error', reject)
  return <T>(step: (done: Done<T>) => void) => {
    const { promise, reject, resolve } = Promise.withResolvers<T | undefined>()
    step((error, result) => (error ? reject(error) : resolve(result)))
    return Promise.race([promise, broken])
  }
}

function describeEncryption(socket: SMTPConnection['_socket']) {
  if (!(socket instanceof TLSSocket)) return 'Not encrypted: the server offers no TLS.'
  const trust = socket.authorized ? 'its certificate is trusted' : 'its certificate is not verified, as set in SMTP_URL'
  return `Encrypted with ${socket.getProtocol()}, ${trust}.`
}

function describeLogIn({ authenticated, allowsAuth }: SMTPConnection, user: string | undefined) {
  if (authenticated) return `Logged in as ${user}.`
  if (!user) return 'Not logged in: SMTP_URL has no user.'
  return allowsAuth ? 'Not logged in.' : 'Not logged in: the server offers no authentication.'
}

/** Unlike the log, the command line shows the response of the server. */
function toStartupError(error: NodemailerError) {
  const sentence = `Sending the e-mail ${describeFailure(error)}.`
  return new StartupError(error.response ? `${sentence} The server responded: ${error.response}` : sentence)
}
