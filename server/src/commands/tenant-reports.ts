import { StartupError } from '@prenoto/core/startup-error.ts'
import { type Command, InvalidArgumentError } from 'commander'
import {
  describeTenant,
  findTenantUse,
  listTenants,
  listTenantUse,
  searchTenants,
  type TenantSummary,
  type TenantUse,
} from '../features/operations/provider/tenant-reports.repository.ts'
import { shownDomain } from '../tenants/domain-name.ts'
import { domainName, print } from './arguments.ts'
import { JSON_OPTION, type OutputOptions, printFacts, printItems } from './output.ts'
import { withDatabase } from './with-database.ts'
import { withTenant } from './with-tenant.ts'

const MAX_FOUND = 100
const DAYS = 30

type StatsOptions = OutputOptions & { days: number }

/** The commands about businesses that change nothing. */
export function tenantReports(tenant: Command) {
  tenant
    .command('list')
    .description('list all businesses; the first of several domains is the canonical one')
    .option('--unfinished <days>', 'only those that signed up so many days ago and are not set up', numberOfDays)
    .option(...JSON_OPTION)
    .action((options: OutputOptions & { unfinished?: number }) =>
      withDatabase(async ({ owner }) => {
        const listed = await printItems(listTenants(owner, options.unfinished), options, summaryLine)
        if (listed === 0 && !options.json)
          print(options.unfinished ? 'There is no such business.' : 'There is no business yet.')
      }),
    )

  tenant
    .command('search')
    .description(`find businesses by a part of their name, a domain or a user's e-mail address; at most ${MAX_FOUND}`)
    .argument('<text>', 'the part')
    .option(...JSON_OPTION)
    // A part of 'salone-roma.it' may be '-roma'.
    .allowUnknownOption()
    .action((text: string, options: OutputOptions) =>
      withDatabase(async ({ owner }) => {
        const matchCount = await printItems(await searchTenants(owner, text, MAX_FOUND), options, summaryLine)
        if (matchCount === 0)
          throw new StartupError(`No business has "${text}" in its name, domains or users' addresses.`)
        if (matchCount === MAX_FOUND && !options.json) print('There may be more.')
      }),
    )

  tenant
    .command('show')
    .description(`show a business; e-mails and visits are those of the last ${DAYS} days`)
    .argument('<domain>', 'one of its domains', domainName)
    .option(...JSON_OPTION)
    .action((domain: string, options: OutputOptions) =>
      withTenant(domain, async ({ owner, tenant }) => {
        const { suspended: _, domain: __, ...use } = await findTenantUse(owner, tenant.id, DAYS)
        printFacts({ ...(await describeTenant(owner, tenant.id)), ...use }, options)
      }),
    )

  tenant
    .command('stats')
    .description('show how much each business, or one, uses')
    .argument('[domain]', 'a domain of the business', domainName)
    .option('--days <days>', 'count the visits of so many days, today included', numberOfDays, DAYS)
    .option(...JSON_OPTION)
    .action((domain: string | undefined, options: StatsOptions) =>
      domain
        ? withTenant(domain, async ({ owner, tenant }) => {
            await printItems([await findTenantUse(owner, tenant.id, options.days)], options, (use) =>
              useLine(use, options),
            )
          })
        : withDatabase(({ owner }) => printUse(listTenantUse(owner, options.days), options)),
    )
}

/** Prints each business, and as text also the sums. */
async function printUse(uses: AsyncIterable<TenantUse>, options: StatsOptions) {
  const total = { businesses: 0, suspended: 0, visits: 0, upcoming: 0, megabytes: 0 }
  await printItems(uses, options, (use) => {
    total.businesses += 1
    total.suspended += use.suspended ? 1 : 0
    total.visits += use.visits
    total.upcoming += use.upcoming_visits
    total.megabytes += use.upload_megabytes
    return useLine(use, options)
  })
  if (options.json) return
  const { businesses, suspended, visits, upcoming, megabytes } = total
  print(
    `Total\t${businesses} businesses, ${suspended} suspended\t${visits} visits in ${options.days} days\t${upcoming} upcoming\t${megabytes.toFixed(1)} MB`,
  )
}

function numberOfDays(text: string) {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 3_650) throw new InvalidArgumentError('Use 1 to 3650 days.')
  return days
}

const summaryLine = ({
  id,
  name,
  domains,
  suspended,
  paused,
  signed_up_at,
  trusted,
  set_up,
  bookings,
}: TenantSummary) =>
  [
    id,
    name,
    domains.map(shownDomain).join(', '),
    `${bookings} bookings`,
    ...(signed_up_at ? [`signed up ${signed_up_at.toString().slice(0, 10)}`] : []),
    ...(trusted ? [] : ['not trusted']),
    ...(signed_up_at && !set_up ? ['not set up'] : []),
    ...(suspended ? ['suspended'] : []),
    ...(paused ? ['paused'] : []),
  ].join('\t')

const useLine = (use: TenantUse, { days }: StatsOptions) =>
  [
    use.id,
    shownDomain(use.domain),
    `${use.visits} visits in ${days} days`,
    `${use.upcoming_visits} upcoming`,
    `${use.customers} customers`,
    `${use.users} users`,
    `${use.calendars} calendars`,
    `${use.upload_megabytes} MB`,
    `last log-in ${use.last_log_in?.toString({ smallestUnit: 'second' }) ?? 'never'}`,
    ...(use.suspended ? ['suspended'] : []),
  ].join('\t')
