import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { deleteSecondFactors } from '../features/accounts/second-factor/second-factor.repository.ts'
import { giveAdminRole } from '../features/accounts/users/appoint-administrator.ts'
import { deleteUserSessions, lockActiveAdmins } from '../features/accounts/users/users.repository.ts'
import { findUserByEmail } from '../features/operations/provider/provider.repository.ts'
import { queueMessage } from '../outbox/queue-message.ts'
import { domainName, emailAddress, print } from './arguments.ts'
import { recordCommand } from './record-command.ts'
import { userAccess } from './user-access.ts'
import { withJobs } from './with-jobs.ts'
import { type Business, passwordLink, withTenant } from './with-tenant.ts'

export function userCommands(program: Command) {
  const user = program.command('user').description('the staff of a business')

  userAccess(user)

  user
    .command('reset-password')
    .description('print a one-time link for a new password; the old one is valid until then')
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const { id } = await activeUser(business, email)
        const link = (await passwordLink(business, id))!
        await recordCommand(business, { action: 'password.link_created', subject: { type: 'user', id } })
        print(`With this link ${email} chooses a new password, once and within 24 hours:\n${link}`)
      }),
    )

  user
    .command('reset-second-factor')
    .description(
      'remove the second factors of a user, who then logs in with the password alone, and end their sessions',
    )
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const { id } = await activeUser(business, email)
        await withJobs(business, async (ctx) => {
          await deleteSecondFactors(ctx, id)
          await deleteUserSessions(ctx, id)
          await recordCommand(ctx, { action: 'second_factor.reset', subject: { type: 'user', id } })
          await queueMessage(ctx, { kind: 'second-factor-reset', user_id: id })
        })
        print(`${email} now logs in to ${business.tenant.name} with the password alone, and is told by e-mail.`)
      }),
    )

  user
    .command('appoint-admin')
    .description('give a user the role of administrator; the other administrators are told by e-mail')
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const user = await activeUser(business, email)
        await withJobs(business, async (ctx) => giveAdminRole(ctx, user, await lockActiveAdmins(ctx), recordCommand))
        print(`${email} is an administrator of ${business.tenant.name}.`)
      }),
    )
}

async function activeUser({ owner, tenant }: Business, email: string) {
  const user = await findUserByEmail(owner, tenant.id, email)
  if (!user) throw new StartupError(`No user of ${tenant.name} has the e-mail address ${email}.`)
  if (user.is_disabled)
    throw new StartupError(`${email} is disabled: an administrator of ${tenant.name} can change that.`)
  return user
}
