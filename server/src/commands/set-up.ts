import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { needsSetUp } from '../features/set-up/set-up.repository.ts'
import { makeNewCode } from '../features/set-up/set-up-code.ts'
import { print } from './arguments.ts'
import { withDatabase } from './with-database.ts'

export function setUpCommand(program: Command) {
  program
    .command('setup-code')
    .description('print a new code with which the first business is opened in a browser, once and within an hour')
    .action(() =>
      withDatabase(async ({ owner }) => {
        if (!(await needsSetUp(owner)))
          throw new StartupError('There is a business already: `prenoto tenant create` opens another one.')
        print(`Set-up code, valid for an hour: ${await makeNewCode(owner)}`)
      }),
    )
}
