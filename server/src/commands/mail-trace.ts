import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { type TraceEntry, traceMail } from '../features/operations/provider/trace-mail.ts'
import { systemClock } from '../lib/clock.ts'
import { JSON_OPTION, type OutputOptions, printItems } from './output.ts'
import { withDatabase } from './with-database.ts'

export function mailTrace(mail: Command) {
  mail
    .command('trace')
    .description(
      'say what happened to the e-mails, WhatsApp messages and SMS to an address or about a booking, at all businesses; the newest first',
    )
    .argument('<address or booking>', 'an e-mail address, the id of a booking, or the key in the link to its page')
    .option(...JSON_OPTION)
    // A key may start like an option, such as -V or -h.
    .allowUnknownOption()
    .helpOption('--help')
    .action((of: string, options: OutputOptions) =>
      withDatabase(async ({ owner, settings }) => {
        const entries = await traceMail(owner, of, { mail: settings.mail, now: systemClock() })
        if (!entries)
          throw new StartupError(
            of.includes('@')
              ? `No booking, user, waiting list or business has the e-mail address ${of}.`
              : `There is no booking ${of}.`,
          )
        if ((await printItems(entries, options, formatEntry)) === 0)
          throw new StartupError(`No e-mail to ${of} was written, or it was older than what is kept.`)
      }),
    )
}

const formatEntry = ({ at, domain, about, kind, state, explanation }: TraceEntry) =>
  [at?.toString({ smallestUnit: 'second' }) ?? '-', domain, about, kind, state, explanation].join('\t')
