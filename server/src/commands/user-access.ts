import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { deleteUserSessions } from '../features/accounts/users/users.repository.ts'
import { findUserByEmail } from '../features/operations/provider/provider.repository.ts'
import {
  listStaff,
  lockAdminIds,
  type StaffMember,
  setDisabled,
} from '../features/operations/provider/staff.repository.ts'
import { domainName, emailAddress, print } from './arguments.ts'
import { JSON_OPTION, type OutputOptions, printItems } from './output.ts'
import { recordCommand } from './record-command.ts'
import { withTenant } from './with-tenant.ts'

export function userAccess(user: Command) {
  user
    .command('list')
    .description('list the users of a business, with the last use of a session that is still open')
    .argument('<domain>', 'a domain of the business', domainName)
    .option(...JSON_OPTION)
    .action((domain: string, options: OutputOptions) =>
      withTenant(domain, async ({ owner, tenant }) => {
        await printItems(await listStaff(owner, tenant.id), options, formatMember)
      }),
    )

  user
    .command('disable')
    .description('log a user out everywhere and keep them out; an administrator of the business can enable them again')
    .argument('<domain>', 'a domain of the business', domainName)
    .argument('<email>', 'their e-mail address', emailAddress)
    .action((domain: string, email: string) =>
      withTenant(domain, async (business) => {
        const { owner, tenant, db } = business
        const user = await findUserByEmail(owner, tenant.id, email)
        if (!user) throw new StartupError(`No user of ${tenant.name} has the e-mail address ${email}.`)
        if (user.is_disabled) return print(`${email} is disabled already.`)
        const { id } = user
        await db.inTransaction(async (db) => {
          const admins = await lockAdminIds(db, tenant.id)
          if (admins.length === 1 && admins[0] === id)
            throw new StartupError(
              `${email} is the only administrator of ${tenant.name}: appoint another one first, or suspend the business.`,
            )
          await setDisabled(db, tenant.id, id)
          await deleteUserSessions({ db, tenant }, id)
          const change = { before: { is_disabled: false }, after: { is_disabled: true } }
          await recordCommand({ ...business, db }, { action: 'user.updated', subject: { type: 'user', id }, ...change })
        })
        print(`${email} can no longer log in to ${tenant.name}.`)
      }),
    )
}

const formatMember = ({ id, name, email, role, disabled, second_factor, has_password, last_used_at }: StaffMember) =>
  [
    id,
    name,
    email,
    role,
    second_factor ? 'second factor' : 'password only',
    `last used ${last_used_at?.toString({ smallestUnit: 'second' }) ?? 'never'}`,
    ...(has_password ? [] : ['no password yet']),
    ...(disabled ? ['disabled'] : []),
  ].join('\t')
