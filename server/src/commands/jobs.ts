import { StartupError } from '@prenoto/core/startup-error.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { type ListedJob, listJobs } from '../queue/jobs.repository.ts'
import { retryJobs } from '../queue/retry-jobs.ts'
import { withDatabase } from './with-database.ts'
import { print } from './words.ts'

const SHOWN = 200

export function jobCommands(program: Command) {
  const jobs = program.command('jobs').description('what is still to be done, such as sending e-mails')

  jobs
    .command('list')
    .description(`list jobs that are not done, at most ${SHOWN}: those that failed for good first`)
    .action(() =>
      withDatabase(async ({ owner }) => {
        const listed = await listJobs(owner, SHOWN)
        if (listed.length === 0) print('There is nothing left to do.')
        for (const job of listed) print(lineOf(job))
        if (listed.length === SHOWN) print('There may be more.')
      }),
    )

  jobs
    .command('retry')
    .description('try jobs again now that have failed, or that wait for their next attempt')
    .argument('[id]', 'the job, as listed', jobId)
    .option('--all', 'all of them')
    .action((id: string | undefined, { all = false }: { all?: boolean }) => {
      if ((id === undefined) !== all) throw new StartupError('Name one job, or use --all.')
      return withDatabase(async ({ owner }) => {
        const tried = await retryJobs(owner, id)
        if (id && tried === 0) throw new StartupError(`No job ${id} has failed or waits for another attempt.`)
        print(`${tried} ${tried === 1 ? 'job is' : 'jobs are'} tried again.`)
      })
    })
}

function jobId(text: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError('Use the id of a job as `jobs list` shows it.')
  return text
}

const lineOf = ({ id, queue, state, tenant, kind, attempts, due, reason }: ListedJob) =>
  [
    id,
    queue,
    state === 'retry' ? `retry at ${due.toString({ smallestUnit: 'second' })}` : state,
    kind ?? '-',
    `tenant ${tenant}`,
    `${attempts} attempts`,
    reason ?? '',
  ]
    .join('\t')
    .trimEnd()
