import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { reencryptPushKey } from '../features/notifications/push/push-keys.ts'
import { listTenantIds } from '../features/operations/provider/tenant-reports.repository.ts'
import { reencryptSecrets } from '../features/operations/secrets/reencrypt.ts'
import { encryptionWith } from '../lib/encryption.ts'
import { readSecretKeys } from '../settings/secret-keys.ts'
import { print } from './arguments.ts'
import { withDatabase } from './with-database.ts'
import { openBusiness } from './with-tenant.ts'

export function secretCommands(program: Command) {
  program
    .command('secrets')
    .description('the data that are encrypted with SECRET_KEYS')
    .command('rotate')
    .description('encrypt with the first key what older keys have encrypted; can be repeated, also while servers run')
    .action(() =>
      withDatabase(async (installation) => {
        const keys = await readSecretKeys(installation.settings)
        if (keys.length === 0)
          throw new StartupError('SECRET_KEYS: it is not set; set it to the keys that the servers have.')
        const encryption = encryptionWith(keys)
        const total = await reencryptPushKey(installation.owner, encryption)
        for (const id of await listTenantIds(installation.owner)) {
          const { renewed, unreadable } = await reencryptSecrets(await openBusiness(installation, id), encryption)
          total.renewed += renewed
          total.unreadable += unreadable
        }
        if (total.unreadable > 0)
          throw new StartupError(
            `No key of SECRET_KEYS decrypts ${total.unreadable} stored secrets: add the keys that they were made with.`,
          )
        print(`Encrypted ${total.renewed} stored secrets again: all of them have the first key now.`)
      }),
    )
}
