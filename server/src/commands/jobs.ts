import { StartupError } from '@prenoto/core/startup-error.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { ABOUT_BOOKING } from '../outbox/messages.repository.ts'
import { type ListedJob, listJobs } from '../queue/jobs.repository.ts'
import { retryJobs } from '../queue/retry-jobs.ts'
import { shownDomain } from '../tenants/domain-name.ts'
import { print } from './arguments.ts'
import { JSON_OPTION, type OutputOptions, printItems } from './output.ts'
import { withDatabase } from './with-database.ts'

const MAX_LISTED = 200

export function jobCommands(program: Command) {
  const jobs = program.command('jobs').description('unfinished jobs, such as sending e-mails')

  jobs
    .command('list')
    .description(`list unfinished jobs, at most ${MAX_LISTED}, failed ones first`)
    .option(...JSON_OPTION)
    .action((options: OutputOptions) =>
      withDatabase(async ({ owner }) => {
        const listed = await printItems(await listJobs(owner, MAX_LISTED, ABOUT_BOOKING), options, formatJob)
        if (options.json) return
        if (listed === 0) print('There are no unfinished jobs.')
        if (listed === MAX_LISTED) print('There may be more.')
      }),
    )

  jobs
    .command('retry')
    .description('retry failed jobs, and jobs that wait for a retry, now')
    .argument('[id]', 'the id of a job, as listed', jobId)
    .option('--all', 'retry all of them')
    .action((id: string | undefined, { all = false }: { all?: boolean }) => {
      if ((id === undefined) !== all) throw new StartupError('Name one job, or use --all.')
      return withDatabase(async ({ owner }) => {
        const retried = await retryJobs(owner, id)
        if (id && retried === 0) throw new StartupError(`No job ${id} has failed or waits for a retry.`)
        print(`${retried} ${retried === 1 ? 'job' : 'jobs'} retried.`)
      })
    })
}

function jobId(text: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError('Use the id of a job as `jobs list` shows it.')
  return text
}

const formatJob = ({ id, queue, state, tenant, domain, booking, message, kind, attempts, due, reason }: ListedJob) =>
  [
    id,
    queue,
    state === 'retry' ? `retry at ${due.toString({ smallestUnit: 'second' })}` : state,
    kind ?? '-',
    domain ? shownDomain(domain) : `deleted business ${tenant}`,
    booking === null ? '-' : `booking ${booking}`,
    message === null ? '-' : `message ${message}`,
    `${attempts} attempts`,
    reason ?? '',
  ]
    .join('\t')
    .trimEnd()
