import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { createTenant, TIME_ZONE } from '../features/operations/provider/create-tenant.ts'
import { deleteTenantAndFiles, describeRows } from '../features/operations/provider/delete-tenant.ts'
import {
  deleteDomain,
  insertDomain,
  setSuspended,
  trustTenant,
} from '../features/operations/provider/provider.repository.ts'
import { renameTenant } from '../features/operations/provider/tenant-reports.repository.ts'
import { deletePause } from '../features/operations/transfer/pause.repository.ts'
import { openFileStore } from '../features/uploads/file-store.ts'
import { releaseDelayedEmails } from '../queue/jobs.repository.ts'
import { shownDomain } from '../tenants/domain-name.ts'
import { businessName, domainName, emailAddress, print } from './arguments.ts'
import { chooseSuccessor } from './choose-successor.ts'
import { recordCommand } from './record-command.ts'
import { tenantReports } from './tenant-reports.ts'
import { transferCommands } from './transfer.ts'
import { withDatabase } from './with-database.ts'
import { openBusiness, passwordLink, withTenant } from './with-tenant.ts'

export function tenantCommands(program: Command) {
  const tenant = program.command('tenant').description('businesses and their domains')

  tenant
    .command('create')
    .description('create a business; prints a one-time link with which its owner sets a password')
    .requiredOption('--domain <domain>', 'its domain, for instance salone.it', domainName)
    .requiredOption('--name <name>', 'its name', businessName)
    .requiredOption('--admin-email <email>', "the owner's e-mail address", emailAddress)
    .option('--time-zone <zone>', 'its IANA time zone', TIME_ZONE)
    .action((options) =>
      withDatabase(
        async (installation) => {
          const { tenantId, adminId } = await createTenant(installation.owner, options)
          const business = await openBusiness(installation, tenantId)
          const link = await passwordLink(business, adminId)
          await recordCommand(business, {
            action: 'tenant.created',
            after: { name: options.name, domain: options.domain },
          })
          print(`${options.name} is open on ${shownDomain(options.domain)}.`)
          print(`With this link ${options.adminEmail} chooses a password, once and within 24 hours:\n${link}`)
        },
        { createIfMissing: true },
      ),
    )

  tenantReports(tenant)

  tenant
    .command('rename')
    .description('rename a business; its site follows if it shows the former name')
    .argument('<domain>', 'one of its domains', domainName)
    .argument('<name>', 'its new name', businessName)
    .action((domain: string, name: string) =>
      withTenant(domain, async (business) => {
        const { db, tenant } = business
        if (name === tenant.name) return print(`${name} has this name already.`)
        const siteFollows = await db.inTransaction(async (db) => {
          const follows = await renameTenant({ db, tenant }, name)
          await recordCommand(
            { ...business, db },
            { action: 'tenant.renamed', before: { name: tenant.name }, after: { name } },
          )
          return follows
        })
        print(`${tenant.name} is ${name} now${siteFollows ? ', also on its site' : '; its site keeps its own name'}.`)
      }),
    )

  tenant
    .command('suspend')
    .description('close the site and the back office of a business; no data are deleted')
    .argument('<domain>', 'one of its domains', domainName)
    .action((domain: string) =>
      withTenant(domain, async (business) => {
        await setSuspended(business.owner, business.tenant.id, true)
        await recordCommand(business, { action: 'tenant.suspended' })
        print(`The business of ${shownDomain(domain)} is suspended: its domains answer 403.`)
      }),
    )

  tenant
    .command('resume')
    .description('open a suspended or paused business again')
    .argument('<domain>', 'one of its domains', domainName)
    .action((domain: string) =>
      withTenant(domain, async (business) => {
        await setSuspended(business.owner, business.tenant.id, false)
        await deletePause(business.owner, business.tenant.id)
        await recordCommand(business, { action: 'tenant.resumed' })
        print(`The business of ${shownDomain(domain)} is back.`)
      }),
    )

  tenant
    .command('trust')
    .description('vouch for a business that signed up by itself: lifts its limits of e-mails, users and names')
    .argument('<domain>', 'one of its domains', domainName)
    .action((domain: string) =>
      withTenant(domain, async (business) => {
        const { owner, tenant } = business
        if (tenant.is_trusted) return print(`${tenant.name} is trusted already.`)
        await trustTenant(owner, tenant.id)
        await releaseDelayedEmails(owner, tenant.id)
        await recordCommand(business, { action: 'tenant.trusted' })
        print(`${tenant.name} is trusted; its e-mails that wait are sent now.`)
      }),
    )

  transferCommands(tenant)

  tenant
    .command('add-domain')
    .description('add a domain to a business')
    .argument('<domain>', 'one of its domains', domainName)
    .argument('<added>', 'the domain to add', domainName)
    .option('--canonical', 'make it the domain of links and search engines')
    .action((domain: string, added: string, { canonical = false }: { canonical?: boolean }) =>
      withTenant(domain, async (business) => {
        if (!(await insertDomain(business.owner, business.tenant.id, { domain: added, isCanonical: canonical })))
          throw new StartupError(`The domain ${shownDomain(added)} already belongs to another business.`)
        await recordCommand(business, { action: 'tenant.domain_added', after: { domain: added, canonical } })
        const suffix = canonical ? ', its canonical domain now' : ''
        print(`The business of ${shownDomain(domain)} also answers on ${shownDomain(added)}${suffix}.`)
      }),
    )

  tenant
    .command('remove-domain')
    .description('remove a domain from a business')
    .argument('<domain>', 'the domain to remove', domainName)
    .option('--canonical <domain>', 'the domain that follows a canonical one, if there are several others', domainName)
    .action((domain: string, { canonical }: { canonical?: string }) =>
      withTenant(domain, async (business) => {
        const { owner, tenant } = business
        const successor = await chooseSuccessor(business, domain, canonical)
        if (!(await deleteDomain(owner, tenant.id, { domain, successor })))
          throw new StartupError(
            `${shownDomain(domain)} is the last domain of ${tenant.name}: add another one first, or suspend it.`,
          )
        await recordCommand(business, { action: 'tenant.domain_removed', before: { domain } })
        const suffix = successor ? `; ${shownDomain(successor)} is its canonical domain now` : ''
        print(`${tenant.name} no longer answers on ${shownDomain(domain)}${suffix}.`)
      }),
    )

  tenant
    .command('delete')
    .description('delete a business with all its rows, uploads and jobs, for good')
    .argument('<domain>', 'one of its domains', domainName)
    .option(
      '--confirm <domain>',
      'the same domain again; without it, the command only prints what it would delete',
      domainName,
    )
    .action((domain: string, { confirm }: { confirm?: string }) =>
      withTenant(domain, async ({ owner, tenant, settings }) => {
        const rows = await describeRows(owner, tenant.id)
        if (confirm !== domain)
          throw new StartupError(
            `This would delete ${tenant.name} for good: ${rows}. To do it, add --confirm ${domain}`,
          )
        await deleteTenantAndFiles(owner, openFileStore(settings), tenant.id)
        print(`${tenant.name} is deleted: ${rows}.`)
      }),
    )
}
