import { StartupError } from '@prenoto/core/startup-error.ts'
import { Command } from 'commander'
import { databaseCommands } from './database.ts'
import { jobCommands } from './jobs.ts'
import { mailCommands } from './mail.ts'
import { tenantCommands } from './tenant.ts'
import { userCommands } from './user.ts'

type Parts = { runWorker(): Promise<void> }

/** The provider's command line: does what the words of this process ask for, and says in one sentence why it could not. */
export async function runCommandLine({ runWorker }: Parts) {
  const program = new Command('prenoto')
    .description("The provider's command line. It works on the database of DATABASE_URL, or of DATA_DIR.")
    .showHelpAfterError('Add --help to read how it is used.')

  tenantCommands(program)
  userCommands(program)
  databaseCommands(program)
  program
    .command('worker')
    .description('run jobs and nothing else, such as sending e-mails, until told to stop; start as many as you like')
    .action(runWorker)
  jobCommands(program)
  mailCommands(program)

  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
    else console.error(error)
    process.exitCode = 1
  }
}
