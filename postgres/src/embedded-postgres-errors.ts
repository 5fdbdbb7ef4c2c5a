import { StartupError } from '@prenoto/core/startup-error.ts'

/** Another process holds the lock of this DATA_DIR. */
export class DataDirInUse extends StartupError {
  constructor(dataDir: string) {
    super(`DATA_DIR ${dataDir} is in use by another Prenoto. Stop that one, or choose another DATA_DIR.`)
  }
}

/** This DATA_DIR cannot hold the database, or PostgreSQL cannot open the database in it. */
export class DataDirUnusable extends StartupError {
  constructor(dataDir: string, reason: unknown) {
    super(`DATA_DIR ${dataDir} cannot be used: ${reason instanceof Error ? getMessage(reason) : reason}.`)
  }
}

const getMessage = (error: Error & { stderr?: string }) => (error.stderr ? lastError(error.stderr) : error.message)

/** The last error in the output of a PostgreSQL program, without the final full stop. */
export function lastError(output: string) {
  const last = [...output.matchAll(/(?:FATAL|PANIC|error): +(.*)(?:\n.*DETAIL: +(.*))?/g)].at(-1)
  const words = last ? last.slice(1).filter(Boolean).join(': ') : output.trim().split('\n').at(-1)
  return words?.replace(/\.$/, '') || 'it ended without a message'
}
