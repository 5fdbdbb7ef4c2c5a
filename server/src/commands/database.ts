import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { findVerifiedBackup, type VerifiedBackup } from '../database/backups.ts'
import { DEMO_PASSWORD } from '../features/accounts/users/demo-password.ts'
import { seedDemo } from '../features/operations/demo/seed-demo.ts'
import { openFileStore } from '../features/uploads/file-store.ts'
import { print } from './arguments.ts'
import { checkMigrations, lineOfCheck } from './check-migrations.ts'
import { JSON_OPTION, type OutputOptions, printItems } from './output.ts'
import { withDatabase } from './with-database.ts'

export function databaseCommands(program: Command) {
  const db = program.command('db').description('the database')

  db.command('migrate')
    .description('migrate the database to the current schema; servers also do this at start')
    .action(() => withDatabase(async () => print('The database is up to date.'), { createIfMissing: true }))

  db.command('check')
    .description(
      'show the pending migrations, the tables that each of them locks, and the last backup; changes nothing',
    )
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withDatabase(
        async ({ owner }) => {
          const printed = await printItems(await checkMigrations(owner), options, lineOfCheck)
          if (printed === 0 && !options.json) print('The database is up to date.')
          const backup = await findVerifiedBackup(owner)
          if (options.json) print(JSON.stringify({ verified_backup: backup ?? null }))
          else print(describeBackup(backup))
        },
        { olderToo: true },
      ),
    )

  program
    .command('demo')
    .description('fill an empty database with the demo businesses')
    .action(() =>
      withDatabase(
        async ({ owner, settings }) => {
          const { isLocal } = settings
          const passwords = await seedDemo(owner, { files: openFileStore(settings), isLocal })
          if (!passwords) throw new StartupError('The database already has businesses: the demo needs an empty one.')
          if (isLocal) return print(`The demo is ready; the password of every log-in is ${DEMO_PASSWORD}`)
          print('The demo is ready. These passwords are shown only once:')
          for (const [email, password] of passwords) print(`${email}\t${password}`)
        },
        { createIfMissing: true },
      ),
    )
}

function describeBackup(backup: VerifiedBackup | undefined) {
  if (!backup) return 'No backup was ever verified: `prenoto backup` makes one.'
  const { name, place, age_seconds } = backup
  const hours = Math.floor(age_seconds / 3600)
  const age = hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${Math.floor(hours / 24)} days`
  return `The last verified backup is ${age} old: ${name} in ${place}.`
}
