import type { Command } from 'commander'
import { testMail } from '../outbox/test-mail.ts'
import { readSettings } from '../settings/settings.ts'
import { emailAddress, print } from './arguments.ts'
import { mailTrace } from './mail-trace.ts'

export function mailCommands(program: Command) {
  const mail = program.command('mail').description('e-mail delivery')

  mail
    .command('test')
    .description('send a test e-mail with the configured mail server and print each step')
    .argument('<address>', 'the recipient', emailAddress)
    .action((address: string) => testMail(readSettings(process.env), address, print))

  mailTrace(mail)
}
