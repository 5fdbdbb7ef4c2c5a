import { Command } from 'commander'
import { databaseCommands } from './commands/database.ts'
import { jobCommands } from './commands/jobs.ts'
import { mailCommands } from './commands/mail.ts'
import { tenantCommands } from './commands/tenant.ts'
import { userCommands } from './commands/user.ts'
import { workerCommand } from './commands/worker.ts'
import { PlainFailure } from './plain-failure.ts'

const program = new Command('prenoto')
  .description("The provider's command line. It works on the database of DATABASE_URL, or of DATA_DIR.")
  .showHelpAfterError('Add --help to read how it is used.')

tenantCommands(program)
userCommands(program)
databaseCommands(program)
workerCommand(program)
jobCommands(program)
mailCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof PlainFailure) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  process.exitCode = 1
}
