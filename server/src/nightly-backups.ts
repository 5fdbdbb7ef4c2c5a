import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isBackupDue } from './database/backups.ts'
import { openOwnerPool } from './database/connection.ts'
import type { Settings } from './settings/settings.ts'

/** Local time from which a night's backup is made; after a night without power, at the next start. */
const NIGHT = { hour: 3, minute: 30 }
const TIME_ZONE = 'Europe/Rome'

/** Milliseconds between two looks at the clock. */
const CHECK_INTERVAL = 600_000

/** Milliseconds to wait for a backup that is told to stop; a slower one ends by itself, with the PostgreSQL of its verification. */
const STOP_TIMEOUT = 5_000

const CLI = join(import.meta.dirname, 'cli.ts')

type NightlyOptions = {
  ownerUrl: string
  settings: Pick<Settings, 'backupKeep'>
  log: Logger
  checkEvery?: number
  /** The environment of the command. */
  env?: NodeJS.ProcessEnv
  clock?: () => Temporal.Instant
}

/**
 * Makes and verifies one backup a night, in a process of its own that yields the processor to requests. One that fails is
 * logged, and made again the next night.
 */
export function startNightlyBackups({
  ownerUrl,
  settings,
  log,
  checkEvery = CHECK_INTERVAL,
  env = process.env,
  clock = () => Temporal.Now.instant(),
}: NightlyOptions) {
  let triedFor: Temporal.Instant | undefined
  let child: ChildProcess | undefined
  let isChecking = false
  let isStopping = false

  async function check() {
    const night = findLastNight(clock())
    if (isChecking || child || isStopping || triedFor?.equals(night)) return
    isChecking = true
    const owner = openOwnerPool(ownerUrl)
    try {
      if (!(await isBackupDue(owner, night)) || isStopping) return
      triedFor = night
      void run()
    } catch (error) {
      log.error({ err: error }, 'looking for the last backup failed')
    } finally {
      isChecking = false
      await owner.end()
    }
  }

  async function run() {
    const started = spawn(process.execPath, [CLI, 'backup'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    const ended = once(started, 'close')
    const errors = text(started.stderr)
    try {
      if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_LOW)
      const [code] = await ended
      const reason = (await errors).trim().split('\n').at(-1)
      if (code === 0) log.info('the nightly backup is made and verified')
      else if (!isStopping)
        log.error({ reason, code }, 'the nightly backup failed; the next one is made tomorrow night')
    } catch (error) {
      log.error({ err: error }, 'the nightly backup failed; the next one is made tomorrow night')
    } finally {
      child = undefined
    }
  }

  const checking = settings.backupKeep > 0 ? setInterval(check, checkEvery) : undefined
  return {
    check,
    async stop() {
      isStopping = true
      clearInterval(checking)
      const running = child
      if (!running) return
      const ended = once(running, 'close')
      running.kill('SIGTERM')
      await Promise.race([ended, sleep(STOP_TIMEOUT, undefined, { ref: false })])
    },
  }
}

/** The last 3:30 that has passed. */
function findLastNight(now: Temporal.Instant): Temporal.Instant {
  const local = now.toZonedDateTimeISO(TIME_ZONE)
  const night = local.withPlainTime(NIGHT)
  return (Temporal.ZonedDateTime.compare(night, local) <= 0 ? night : night.subtract({ days: 1 })).toInstant()
}
