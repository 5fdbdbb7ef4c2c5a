import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './certificate.ts'

export type Received = Email & { raw: string }

type Stage = 'rcpt' | 'data'

type Answer = number | string | undefined

type SmtpServerOptions = {
  /** By default a free one. */
  port?: number
  /** The code or response that refuses a message at a stage; undefined accepts it. */
  refuse?: (to: string, stage: Stage) => Answer | Promise<Answer>
  /** Called with each accepted message. */
  onMessage?: (mail: { raw: Buffer; to: string }) => void
  /** Requires TLS: from the first byte, or after STARTTLS. */
  tls?: 'always' | 'offered'
  /** By default the library's self-signed one. */
  certificate?: Certificate
  /** Requires this log-in. */
  account?: { user: string; password: string }
}

function refusal(answer: number | string, to: string) {
  const [responseCode, ...words] = typeof answer === 'number' ? [answer, `<${to}> is not welcome`] : answer.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(responseCode) })
}

/** A real SMTP server on a local port that keeps and parses its messages. */
export async function smtpServer({
  port = 0,
  refuse = () => undefined,
  onMessage = () => {},
  tls,
  certificate,
  account,
}: SmtpServerOptions = {}) {
  const raws: { raw: Buffer; to: string }[] = []
  const sessions: { secure: boolean; user: unknown }[] = []
  const server = new SMTPServer({
    secure: tls === 'always',
    authOptional: account === undefined,
    disabledCommands: tls ? [] : ['STARTTLS'],
    logger: false,
    // Milliseconds; a client may keep its connection for its next message.
    closeTimeout: 1,
    ...(certificate && { cert: certificate.cert, key: certificate.key }),
    onAuth({ username, password }, _session, done) {
      const isCorrect = username === account?.user && password === account?.password
      done(isCorrect ? null : new Error('wrong'), { user: username })
    },
    async onRcptTo({ address }, _session, done) {
      const code = await refuse(address, 'rcpt')
      done(code ? refusal(code, address) : null)
    },
    onData(stream, { envelope, secure, user }, done) {
      sessions.push({ secure, user })
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const to = envelope.rcptTo[0]!.address
        const code = await refuse(to, 'data')
        if (code) return done(refusal(code, to))
        const mail = { raw: Buffer.concat(chunks), to }
        raws.push(mail)
        onMessage(mail)
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = (server.server.address() as AddressInfo).port

  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    /** For each message, whether it came over TLS, and its user. */
    sessions,
    count: () => raws.length,
    /** The recipients, in order. */
    recipients: () => raws.map(({ to }) => to),
    messageIds: () => raws.map(({ raw }) => /^message-id: <(.+)>/im.exec(raw.toString('latin1'))![1]!),
    /** The messages as received. */
    raw: () => raws.map(({ raw }) => raw.toString('latin1')),
    read: (to?: string): Promise<Received[]> =>
      Promise.all(
        raws
          .filter((mail) => to === undefined || mail.to === to)
          .map(async ({ raw }) => ({
            ...(await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })),
            raw: raw.toString('utf8'),
          })),
      ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type SmtpServer = Awaited<ReturnType<typeof smtpServer>>
