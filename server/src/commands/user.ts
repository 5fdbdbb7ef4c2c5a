import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { appointAdmin, findUserByEmail } from '../features/provider/provider.repository.ts'
import { type Business, passwordAddress, withTenant } from './with-tenant.ts'
import { domainName, emailAddress, print } from './words.ts'

export function userCommands(program: Command) {
  const user = program.command('user').description('the people who work at a business')

  user
    .command('reset-password')
    .description('print a one-time link with which somebody chooses a new password; until then the old one holds')
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const { id } = await activeUser(business, email)
        print(`With this link ${email} chooses a new password, once and within 24 hours:`)
        print((await passwordAddress(business, id))!)
      }),
    )

  user
    .command('appoint-admin')
    .description('make somebody who works at a business an administrator of it')
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const { id } = await activeUser(business, email)
        await appointAdmin(business.owner, business.tenant.id, id)
        print(`${email} is an administrator of ${business.tenant.name}.`)
      }),
    )
}

async function activeUser({ owner, tenant }: Business, email: string) {
  const user = await findUserByEmail(owner, tenant.id, email)
  if (!user) throw new StartupError(`Nobody at ${tenant.name} has the e-mail address ${email}.`)
  if (user.is_disabled)
    throw new StartupError(`${email} is disabled: an administrator of ${tenant.name} can change that.`)
  return user
}
