import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCertificate } from '@prenoto/test-support/mail/certificate.ts'
import { verifyDkim } from '@prenoto/test-support/mail/dkim.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { runCli } from '@prenoto/test-support/processes/cli-process.ts'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-mail-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function anSmtpServer(options: Parameters<typeof smtpServer>[0] = {}) {
  const smtp = await smtpServer(options)
  closing.push(() => smtp.close())
  return smtp
}

const TO = 'ada@example.it'
const mailTest = (settings: Record<string, string>, run = callCli) =>
  run({ MAIL_FROM: 'prenoto@example.it', DATA_DIR: folder, ...settings }, 'mail', 'test', TO)

const account = { user: 'prenoto@example.it', password: 'p@ss:wo/rd' }
const logIn = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`

test('sends a test e-mail and prints each step', async () => {
  const authority = newCertificate({ name: 'Autorità di prova', isAuthority: true })
  const certificate = newCertificate({ name: '127.0.0.1', by: authority.by })
  const smtp = await anSmtpServer({ tls: 'always', certificate, account })
  await writeFile(join(folder, 'ca.pem'), authority.cert)

  // Node reads NODE_EXTRA_CA_CERTS when it starts.
  const { code, stdout, stderr } = await mailTest(
    { SMTP_URL: `smtps://${logIn}@127.0.0.1:${smtp.port}`, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    runCli,
  )

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    'Not signed: DKIM_SELECTOR is not set.',
    `Connected to 127.0.0.1, port ${smtp.port}.`,
    'Encrypted with TLSv1.3, its certificate is trusted.',
    'Logged in as prenoto@example.it.',
    expect.stringMatching(/^Accepted for ada@example\.it: 250 /),
    '',
  ])
  expect(await smtp.read(TO)).toMatchObject([
    { subject: 'Email di prova', from: { address: 'prenoto@example.it' }, text: expect.stringContaining('di prova') },
  ])
})

test('prints that a connection is not encrypted, not verified or not authenticated', async () => {
  const [plain, offered] = [await anSmtpServer(), await anSmtpServer({ tls: 'offered' })]

  const overPlain = await mailTest({ SMTP_URL: plain.url })
  const overOffered = await mailTest({ SMTP_URL: `${offered.url}/?tls.rejectUnauthorized=false` })

  expect(overPlain.stdout).toContain(
    'Not encrypted: the server offers no TLS.\nNot logged in: SMTP_URL has no user.\nAccepted',
  )
  expect(overOffered.stdout).toContain(
    'Encrypted with TLSv1.3, its certificate is not verified, as set in SMTP_URL.\nNot logged in',
  )
  expect([overPlain.code, overOffered.code]).toEqual([0, 0])
})

test.for([
  [
    'a refused address, with the response of the server',
    { refuse: () => 550 },
    'smtp',
    /^Sending the e-mail failed: the mail server refused the recipient, answer 550 to RCPT TO\. The server responded: 550 <ada@example\.it> is not welcome\n$/,
  ],
  [
    'an untrusted certificate',
    { tls: 'always', certificate: newCertificate({ name: '127.0.0.1' }) },
    'smtps',
    /^Sending the e-mail failed: the certificate of the mail server is self-signed: add it to NODE_EXTRA_CA_CERTS \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.\n$/,
  ],
  [
    'a wrong log-in',
    { account: { user: 'a', password: 'b' }, tls: 'offered' },
    'smtp',
    /^Sending the e-mail failed: the mail server refused the log-in in SMTP_URL, answer 535 to AUTH PLAIN\. The server responded: 535 /,
  ],
] as const)('%s gives one sentence and an exit code', async ([, options, scheme, sentence]) => {
  const smtp = await anSmtpServer(options)
  const [who, query] = 'account' in options ? [`${logIn}@`, '?tls.rejectUnauthorized=false'] : ['', '']

  const { code, stderr, stdout } = await mailTest({
    SMTP_URL: `${scheme}://${who}127.0.0.1:${smtp.port}/${query}`,
  })

  expect(stderr).toMatch(sentence)
  expect(`${stdout}${stderr}`).not.toContain('p@ss')
  expect([code, smtp.count()]).toEqual([1, 0])
})

test('an aborted and a refused connection each give a one-sentence error', async () => {
  const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  closing.push(() => rude.close())
  await new Promise((resolve) => rude.once('listening', resolve))
  const { port } = rude.address() as { port: number }

  const hungUp = await mailTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const nobody = await mailTest({ SMTP_URL: 'smtp://127.0.0.1:1' })

  expect(hungUp.stderr).toBe('Sending the e-mail failed with ECONNECTION.\n')
  expect(nobody.stderr).toBe(
    'Sending the e-mail failed: no mail server answers at the address in SMTP_URL (ECONNREFUSED).\n',
  )
  expect([hungUp.code, nobody.code]).toEqual([1, 1])
})

test('writes a signed file without a mail server', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(join(folder, 'dkim.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

  const { code, stdout } = await mailTest({ DKIM_SELECTOR: 'prenoto1', DKIM_KEY_FILE: join(folder, 'dkim.pem') })

  expect(code).toBe(0)
  const [signed, unsent, written] = stdout.split('\n')
  expect(signed).toBe('Signed for example.it, verifiable with the key at prenoto1._domainkey.example.it.')
  expect(unsent).toBe('Not sent, because SMTP_URL is not set: e-mails are written to files.')
  const raw = await readFile(written!.replace('Written to ', ''), 'latin1')
  expect(verifyDkim(raw, { 'prenoto1._domainkey.example.it': `v=DKIM1; p=${p}` })).toMatchObject({
    domain: 'example.it',
  })
  expect(await PostalMime.parse(raw)).toMatchObject({ to: [{ address: TO }] })
})

test('requires a recipient', async () => {
  expect((await callCli({}, 'mail', 'test')).stderr).toContain("missing required argument 'address'")
  expect((await callCli({}, 'mail', 'test', 'ada')).stderr).toContain('Use an e-mail address.')
})
