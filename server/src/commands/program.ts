import { StartupError } from '@prenoto/core/startup-error.ts'
import { Command, CommanderError } from 'commander'
import { RELEASE } from '../lib/release.ts'
import { backupCommands } from './backup.ts'
import { databaseCommands } from './database.ts'
import { jobCommands } from './jobs.ts'
import { mailCommands } from './mail.ts'
import { secretCommands } from './secrets.ts'
import { setUpCommand } from './set-up.ts'
import { tenantCommands } from './tenant.ts'
import { userCommands } from './user.ts'

type ProgramParts = {
  runWorker(): Promise<void>
  /** The words after `prenoto`; by default those of this process. */
  words?: string[]
}

/** The provider's command line. Prints a wrong usage or a StartupError as one sentence, and sets the exit code. */
export async function runCommandLine({ runWorker, words = process.argv.slice(2) }: ProgramParts) {
  const program = new Command('prenoto')
    .description("The provider's command line. It works on the database of DATABASE_URL, or of DATA_DIR.")
    .version(RELEASE)
    // Behind a command, -V is no option of the program.
    .enablePositionalOptions()
    .showHelpAfterError('Add --help for the usage.')
    // Commander throws instead of ending the process, after it has printed the help or the error.
    .exitOverride()

  setUpCommand(program)
  tenantCommands(program)
  userCommands(program)
  databaseCommands(program)
  backupCommands(program)
  program
    .command('worker')
    .description('run jobs, such as sending e-mails, until stopped; any number of workers can run')
    .action(runWorker)
  jobCommands(program)
  mailCommands(program)
  secretCommands(program)

  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
    else if (!(error instanceof CommanderError)) console.error(error)
    process.exitCode = error instanceof CommanderError ? error.exitCode : 1
  }
}
