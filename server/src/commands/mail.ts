import type { Command } from 'commander'
import { testMail } from '../outbox/test-mail.ts'
import { readSettings } from '../settings/settings.ts'
import { emailAddress, print } from './arguments.ts'

export function mailCommands(program: Command) {
  program
    .command('mail')
    .description('e-mail delivery')
    .command('test')
    .description('send a test e-mail with the configured mail server and print each step')
    .argument('<address>', 'the recipient', emailAddress)
    .action((address: string) => testMail(readSettings(process.env), address, print))
}
