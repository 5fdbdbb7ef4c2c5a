import { email } from '@prenoto/core/contact-fields.ts'
import { Command, InvalidArgumentError } from 'commander'
import { openOwnerPool, type Pool } from './database/connection.ts'
import { joinEmbeddedPostgres } from './database/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { DEMO_PASSWORD } from './demo/demo-sites.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { PlainFailure } from './plain-failure.ts'
import { readSettings } from './settings.ts'
import { createTenant } from './tenants/create-tenant.ts'
import { insertDomain, listTenants, setSuspended } from './tenants/provider.repository.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Runs a command as the owner of the database that the server uses, migrated to the newest schema. */
async function withDatabase(command: (owner: Pool, url: string) => Promise<unknown>) {
  const settings = readSettings(process.env)
  const postgres = settings.databaseUrl ? undefined : await joinEmbeddedPostgres(settings.dataDir)
  const url = settings.databaseUrl ?? postgres!.url
  const owner = openOwnerPool(url)
  try {
    await migrate(owner, url)
    await command(owner, url)
  } finally {
    await owner.end()
    await postgres?.stop()
  }
}

/** 'Salone.it' → 'salone.it'; refuses what is not a host name. */
function domain(text: string) {
  const name = text.toLowerCase().replace(/\.$/, '')
  const isHostName =
    name.length <= 253 && name.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (!isHostName) throw new InvalidArgumentError('Use a domain such as salone.it, without https:// or a path.')
  return name
}

function emailAddress(text: string) {
  if (!email.safeParse(text).success) throw new InvalidArgumentError('Use an e-mail address.')
  return text
}

const unknownDomain = (name: string) => new PlainFailure(`No business has the domain ${name}.`)

const program = new Command('prenoto')
  .description("The provider's command line. It works on the database of DATABASE_URL, or of DATA_DIR.")
  .showHelpAfterError()

const tenant = program.command('tenant').description('businesses and their domains')

tenant
  .command('create')
  .description('open a business with its first user, an admin who sets it up on the site')
  .requiredOption('--domain <domain>', 'its domain, for instance salone.it', domain)
  .requiredOption('--name <name>', 'its name')
  .requiredOption('--admin-email <email>', "the owner's e-mail address", emailAddress)
  .option('--time-zone <zone>', 'its IANA time zone', 'Europe/Rome')
  .action((options) =>
    withDatabase(async (owner) => {
      const { password } = await createTenant(owner, options)
      print(`${options.name} is open on ${options.domain}.`)
      print(`Log-in: ${options.adminEmail}, password: ${password} (shown only now; change it under Impostazioni)`)
    }),
  )

tenant
  .command('list')
  .description('list all businesses')
  .action(() =>
    withDatabase(async (owner) => {
      const tenants = await listTenants(owner)
      if (tenants.length === 0) print('There is no business yet.')
      for (const { id, name, domains, suspended, bookings } of tenants)
        print(`${id}\t${name}\t${domains.join(', ')}\t${bookings} bookings${suspended ? '\tsuspended' : ''}`)
    }),
  )

for (const [verb, suspended, outcome] of [
  ['suspend', true, 'is suspended: its domains answer 403'],
  ['resume', false, 'is back'],
] as const)
  tenant
    .command(`${verb} <domain>`)
    .description(`${verb} the business of a domain`)
    .action((name: string) =>
      withDatabase(async (owner) => {
        if (!(await setSuspended(owner, domain(name), suspended))) throw unknownDomain(name)
        print(`The business of ${name} ${outcome}.`)
      }),
    )

tenant
  .command('add-domain <domain> <added>')
  .description('let the business of a domain answer on another one, too')
  .action((name: string, added: string) =>
    withDatabase(async (owner) => {
      const outcome = await insertDomain(owner, domain(name), domain(added))
      if (outcome === 'unknown') throw unknownDomain(name)
      if (outcome === 'taken') throw new PlainFailure(`The domain ${added} belongs to a business already.`)
      print(`The business of ${name} also answers on ${added}.`)
    }),
  )

const db = program.command('db').description('the database')

db.command('migrate')
  .description('bring the database to the newest schema; servers do it at their start, too')
  .action(() => withDatabase(async () => print('The database is up to date.')))

program
  .command('demo')
  .description('fill an empty database with the demo businesses')
  .action(() =>
    withDatabase(async (_owner, url) => {
      if (!(await seedDemo(url)))
        throw new PlainFailure('The database has businesses already: the demo wants an empty one.')
      print(`The demo is ready; the password of every log-in is ${DEMO_PASSWORD}`)
    }),
  )

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof PlainFailure) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exitCode = 1
}
