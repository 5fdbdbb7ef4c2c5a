import { type SmtpServer, smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { aBooking, nextMonday, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDomain } from '../../features/operations/provider/provider.repository.ts'

let server: TestServer
let smtp: SmtpServer
beforeAll(async () => {
  server = await testServer()
  server.clock.now = Temporal.Now.instant()
  smtp = await smtpServer({ refuse: (to) => (to.startsWith('pieno') ? 452 : undefined) })
})
afterAll(async () => {
  await (await working)?.close()
  await server.close()
  await smtp.close()
})

const prenoto = (...words: string[]) =>
  callCli({ DATABASE_URL: server.url, SMTP_URL: smtp.url, MAIL_FROM: 'prenoto@example.it' }, ...words)

/** The objects that a command prints with --json. */
async function listReports(...words: string[]) {
  const { code, stdout, stderr } = await prenoto(...words, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

let working: Promise<TestServer> | undefined
/** Runs jobs, from the first test on that needs it. */
function startWorker() {
  working ??= testServer({ url: server.url, work: true, smtpUrl: smtp.url }).then((worker) => {
    worker.clock.now = Temporal.Now.instant()
    return worker
  })
  return working
}

const aVisit = { ...aBooking, visit_day: nextMonday() }

test('a command finds the primary behind a host that is down', async () => {
  const { domain } = await server.newTenant()
  const DATABASE_URL = server.url.replace('@', '@127.0.0.1:1,')

  const { code, stdout } = await callCli({ DATABASE_URL }, 'tenant', 'show', domain)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(domain) })
})

test('tenant search, show and stats find a business and describe its use', async () => {
  const [here, other] = [await server.newTenant(), await server.newTenant()]
  const service = await here.newService()
  await here.newUser({ email: 'ugo-100%@sole.example', role: 'admin' })
  await here.book(service.id, aVisit)
  const summary = { id: here.id, domains: [here.domain], suspended: false, paused: false, bookings: 1 }

  expect(await listReports('tenant', 'search', '-100%@SOLE')).toEqual([expect.objectContaining(summary)])
  expect(await listReports('tenant', 'search', here.domain.slice(1, -1))).toEqual([expect.objectContaining(summary)])
  expect(await prenoto('tenant', 'search', '100_')).toMatchObject({ code: 1, stdout: '' })
  expect(await listReports('tenant', 'show', here.domain)).toEqual([
    expect.objectContaining({
      id: here.id,
      domains: [here.domain],
      time_zone: 'Europe/Rome',
      suspended_at: null,
      paused_at: null,
      administrators: ['ada@example.it', 'ugo-100%@sole.example'],
      bookings: 1,
      customers: 1,
      unfinished_jobs: 1,
      last_booking_at: expect.stringMatching(/^\d{4}-.+Z$/),
    }),
  ])
  const text = (await prenoto('tenant', 'show', here.domain)).stdout
  expect(text).toMatch(new RegExp(`^domains +${here.domain}$`, 'm'))
  expect(text).toMatch(/^suspended at +-$/m)
  const use = { domain: here.domain, visits: 0, upcoming_visits: 1, customers: 1, users: 2, calendars: 1 }
  expect(await listReports('tenant', 'stats', here.domain)).toEqual([expect.objectContaining(use)])
  const stats = await listReports('tenant', 'stats', '--days', '7')
  expect(stats).toEqual(
    expect.arrayContaining([
      expect.objectContaining(use),
      expect.objectContaining({ id: other.id, upcoming_visits: 0 }),
    ]),
  )
  expect((await prenoto('tenant', 'stats')).stdout).toMatch(
    /^Total\t\d+ businesses, 0 suspended\t0 visits in 30 days\t1 u/m,
  )
})

test('tenant rename also renames the site if it shows the former name, and is in the audit trail', async () => {
  const here = await server.newTenant()
  const siteName = async () => (await here.get('/client/configs')).json().app_name
  const former = await siteName()

  const renamed = await prenoto('tenant', 'rename', here.domain, 'Nuovo Salone')

  expect(renamed).toMatchObject({ code: 0, stdout: `${former} is Nuovo Salone now, also on its site.\n` })
  await expect.poll(siteName).toBe('Nuovo Salone')
  await here.db.updateTable('configurations').set({ app_name: 'Da Ugo' }).where('tenant_id', '=', here.id).execute()
  const again = await prenoto('tenant', 'rename', here.domain, 'Terzo')
  expect(again.stdout).toBe('Nuovo Salone is Terzo now; its site keeps its own name.\n')
  await expect.poll(siteName).toBe('Da Ugo')
  const { rows } = await server.owner.query(
    `select actor, before, after from audit_entries where tenant_id = $1 and action = 'tenant.renamed' order by id`,
    [here.id],
  )
  expect(rows).toEqual([
    { actor: 'Fornitore', before: { name: former }, after: { name: 'Nuovo Salone' } },
    { actor: 'Fornitore', before: { name: 'Nuovo Salone' }, after: { name: 'Terzo' } },
  ])
})

test('tenant remove-domain of the canonical domain asks which one follows', async () => {
  const { id, domain } = await server.newTenant()
  const [second, third] = [`b-${domain}`, `c-${domain}`]
  for (const added of [second, third]) await insertDomain(server.owner, id, { domain: added })
  const remove = (...words: string[]) => prenoto('tenant', 'remove-domain', ...words)

  const firstRemoval = await remove(domain)
  expect(firstRemoval).toEqual({
    code: 1,
    stdout: '',
    stderr: `${domain} is the canonical domain. Choose the one that follows with --canonical: ${second}, ${third}.\n`,
  })
  expect((await remove(domain, '--canonical', 'altro.example')).stderr).toContain('is not another domain of')
  expect((await remove(second, '--canonical', third)).stderr).toContain('is not the canonical domain')

  const removed = await remove(domain, '--canonical', third)

  expect(removed.stdout).toContain(`no longer answers on ${domain}; ${third} is its canonical domain now.`)
  expect(await listReports('tenant', 'search', domain)).toEqual([expect.objectContaining({ domains: [third, second] })])
})

test('user list and disable: sessions end, the trail says so, and the last administrator stays', async () => {
  const here = await server.newTenant()
  const lia = await here.as('editor', { email: 'lia@salone.it', name: 'Lia', surname: 'Neri' })
  expect((await lia.get('/user/userInfo')).statusCode).toBe(200)

  const disabled = await prenoto('user', 'disable', here.domain, 'LIA@salone.it')

  expect(disabled.stdout).toMatch(/^lia@salone\.it can no longer log in to .+\.\n$/i)
  expect((await lia.get('/user/userInfo')).statusCode).toBe(401)
  expect((await prenoto('user', 'disable', here.domain, 'lia@salone.it')).stdout).toContain('is disabled already.')
  expect(await prenoto('user', 'disable', here.domain, 'ada@example.it')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ada@example\.it is the only administrator of .+: appoint another one first/),
  })
  expect(await listReports('user', 'list', here.domain)).toEqual([
    expect.objectContaining({ email: 'ada@example.it', role: 'admin', disabled: false, second_factor: false }),
    expect.objectContaining({ id: lia.id, name: 'Lia Neri', role: 'editor', disabled: true, last_used_at: null }),
  ])
  expect((await prenoto('user', 'list', here.domain)).stdout).toMatch(
    /Lia Neri\tlia@salone\.it\teditor\t.*\tdisabled$/m,
  )
  const { rows } = await server.owner.query(
    `select subject_id, after from audit_entries where tenant_id = $1 and action = 'user.updated'`,
    [here.id],
  )
  expect(rows).toEqual([{ subject_id: lia.id, after: { is_disabled: true } }])
})

test('jobs list and mail trace name business, booking and message, and say why an e-mail has not arrived', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const [full, fine] = ['pieno@example.it', 'Bene@example.it']
  const booking = await here.book(service.id, { ...aVisit, email: full })
  const hidden_id = `-V${booking.json().hidden_id.slice(2)}`
  const { id } = await here.db
    .updateTable('bookings')
    .set({ hidden_id })
    .where('hidden_id', '=', booking.json().hidden_id)
    .returning('id')
    .executeTakeFirstOrThrow()

  const unwritten = await prenoto('mail', 'trace', String(id))
  const jobs = await listReports('jobs', 'list')

  expect(unwritten.stdout).toMatch(
    new RegExp(
      `^-\t${here.domain}\tbooking ${id}\tbooking-created\tnot written\tthe job that writes the e-mails: runs at \\S+Z$`,
      'm',
    ),
  )
  expect(jobs.filter(({ domain }) => domain === here.domain)).toEqual([
    expect.objectContaining({ queue: 'notify', state: 'created', booking: id, message: null, kind: 'booking-created' }),
  ])

  await here.book(service.id, { ...aVisit, visit_hour: '10:00', email: fine })
  await startWorker()
  // So that it stays as it is until the end of this test.
  const postpone = `update pgboss.job set start_after = now() + interval '1 hour'
    where name = 'send-email' and state = 'retry' and data ->> 'tenant_id' = $1::text`
  await expect.poll(() => server.owner.query(postpone, [here.id])).toMatchObject({ rowCount: 1 })
  const listUnfinished = async () => {
    const { rows } = await server.owner.query(
      `select name, state from pgboss.job where state in ('created', 'active', 'retry')
         and name <> 'apply-retention' and data ->> 'tenant_id' = $1::text`,
      [here.id],
    )
    return rows
  }
  await expect.poll(listUnfinished).toEqual([{ name: 'send-email', state: 'retry' }])
  const states = (await listReports('mail', 'trace', fine.toLowerCase())).map(({ kind, state }) => `${kind} ${state}`)
  expect(states).toEqual(['reminder not written', 'confirmation sent'])
  expect((await prenoto('mail', 'trace', full)).stdout).toContain('attempt failed')

  await here.db
    .insertInto('text_messages')
    .values({
      ...{ tenant_id: here.id, booking_id: id, kind: 'confirmation', channel: 'whatsapp', state: 'delivered' },
      created_at: server.clock.now.toString(),
      changed_at: server.clock.now.toString(),
    })
    .execute()
  const failing = (await prenoto('mail', 'trace', hidden_id)).stdout
  expect(failing).toMatch(/\tconfirmation by whatsapp\tsent\t\S+Z: delivered$/m)
  expect(failing).toMatch(
    /\tconfirmation\twaiting\t\d attempts? failed: Sending the e-mail .+answer 452.*\. Next attempt at \S+Z$/m,
  )
  expect(failing).toMatch(/\tnew-booking\tdropped\tnot sent: the recipient has no valid e-mail address$/m)
  expect(failing).toMatch(/^-\t\S+\tbooking \d+\treminder\tnot written\tthe business sends no reminders$/m)
  const messageId = smtp.messageIds()[smtp.recipients().indexOf(fine)]
  expect((await prenoto('mail', 'trace', fine)).stdout).toContain(`for <${messageId}>`)
  const unfinished = await listReports('jobs', 'list')
  expect(unfinished.filter(({ domain, queue }) => domain === here.domain && queue !== 'apply-retention')).toEqual([
    expect.objectContaining({ queue: 'send-email', state: 'retry', booking: id, message: expect.any(Number) }),
  ])
  expect(await prenoto('mail', 'trace', 'nessuno@example.it')).toMatchObject({
    code: 1,
    stderr: 'No booking, user, waiting list or business has the e-mail address nessuno@example.it.\n',
  })
  for (const unknown of ['999999', '-hjE5bU4c2Rr1sTq8oXy7w'])
    expect((await prenoto('mail', 'trace', unknown)).stderr).toBe(`There is no booking ${unknown}.\n`)
})

test('mail trace follows the e-mails to a user and to a business', async () => {
  const here = await server.newTenant({ email: 'negozio@example.it' })
  await here.post('/client/forgot-password', { email: 'ada@example.it' })
  await here.post('/client/contact', { ...aBooking, phone: aBooking.telephone, message: 'Ciao', privacy: true })
  const worker = await startWorker()
  const listKinds = async (address: string) => {
    const { stdout } = await prenoto('mail', 'trace', address, '--json')
    const entries = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    return entries.filter(({ domain }) => domain === here.domain).map(({ kind, state }) => `${kind} ${state}`)
  }

  await waitForJobs(worker, here, { dueOnly: true })
  expect(await listKinds('negozio@example.it')).toEqual(['contact-request sent'])

  const { user_id } = await here.db
    .selectFrom('password_links')
    .select('user_id')
    .where('tenant_id', '=', here.id)
    .executeTakeFirstOrThrow()
  const { id: record_id } = await here.db
    .insertInto('new_device_log_ins')
    .values({ tenant_id: here.id, user_id, user_agent: '', address: '127.0.0.1', had_second_factor: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const kind of ['new-device', 'intruder-locked-out'] as const)
    await here.db
      .insertInto('messages')
      .values({ tenant_id: here.id, kind, record_id, deduplication_key: `${kind}:${record_id}` })
      .execute()
  const kinds = await listKinds('ADA@example.it')
  expect(kinds).toEqual(['intruder-locked-out failed', 'new-device failed', 'password-reset sent'])
})

test('tenant list and search show which businesses signed up, and which of these are not set up', async () => {
  const [fresh, old, ready] = [
    await server.newTenant({ app_primary_color: '' }),
    await server.newTenant({ app_primary_color: '' }),
    await server.newTenant(),
  ]
  await server.owner.query(`update tenants set signed_up_at = timestamptz '2026-01-02 10:00Z' where id = any ($1)`, [
    [old.id, ready.id],
  ])
  await server.owner.query('update tenants set signed_up_at = now() where id = $1', [fresh.id])

  expect((await prenoto('tenant', 'search', old.domain)).stdout).toMatch(/\tsigned up 2026-01-02\tnot set up\n$/)
  expect((await prenoto('tenant', 'search', ready.domain)).stdout).toMatch(/\tsigned up 2026-01-02\n$/)
  const unfinished = (await listReports('tenant', 'list', '--unfinished', '30')).map(({ id }) => id)
  expect(unfinished).toEqual([old.id])
})

test('tenant trust lifts the limits of a business that signed up, and lists show who is not trusted', async () => {
  const here = await server.newTenant()
  await server.owner.query('update tenants set is_trusted = false, signed_up_at = now() where id = $1', [here.id])

  expect((await prenoto('tenant', 'search', here.domain)).stdout).toContain('\tnot trusted')
  expect(await listReports('tenant', 'show', here.domain)).toMatchObject([{ trusted: false }])
  expect((await prenoto('tenant', 'trust', here.domain)).stdout).toContain('is trusted')
  expect((await prenoto('tenant', 'trust', here.domain)).stdout).toContain('trusted already')
  expect(await listReports('tenant', 'search', here.domain)).toMatchObject([{ trusted: true }])
  const { rows } = await server.owner.query(
    "select actor from audit_entries where tenant_id = $1 and action = 'tenant.trusted'",
    [here.id],
  )
  expect(rows).toEqual([{ actor: 'Fornitore' }])
})

test('tenant list prints each of a thousand businesses once, in order', async () => {
  await server.owner.query(
    `with made as (insert into tenants (name) select 'Molti ' || n from generate_series(1, 1100) n returning id)
     insert into domains (tenant_id, domain, is_canonical) select id, 'm' || id || '.example', true from made`,
  )
  const { rows } = await server.owner.query('select id from tenants order by id')

  const tenants = await listReports('tenant', 'list')

  expect(tenants.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})
