import type { Command } from 'commander'
import { testMail } from '../outbox/test-mail.ts'
import { readSettings } from '../settings/settings.ts'
import { emailAddress, print } from './words.ts'

export function mailCommands(program: Command) {
  program
    .command('mail')
    .description('the way that e-mails take')
    .command('test')
    .description('send one e-mail by the mail server of the settings, and say step by step what happens')
    .argument('<address>', 'to whom', emailAddress)
    .action((address: string) => testMail(readSettings(process.env), address, print))
}
