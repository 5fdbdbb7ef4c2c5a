import { PlainFailure } from '@prenoto/core/plain-failure.ts'

/** The embedded PostgreSQL cannot be had. The message is a sentence for whoever starts Prenoto. */
export class EmbeddedPostgresError extends PlainFailure {}

/** Another Prenoto works on this DATA_DIR. */
export class DataDirInUse extends EmbeddedPostgresError {
  constructor(dataDir: string, holder: string) {
    super(`DATA_DIR ${dataDir} is in use by another Prenoto (${holder}). Stop that one, or choose another DATA_DIR.`)
  }
}

/** This DATA_DIR cannot hold the database, or what it holds cannot be used. */
export class DataDirUnusable extends EmbeddedPostgresError {
  constructor(dataDir: string, reason: unknown) {
    super(`DATA_DIR ${dataDir} cannot be used: ${reason instanceof Error ? inWords(reason) : reason}.`)
  }
}

const WORDS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EEXIST: 'a file of that name is in the way',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOENT: 'a part of the path does not exist',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** What a file operation or a program that failed has to say, in one line without the final stop. */
export function inWords(error: NodeJS.ErrnoException & { stderr?: string }) {
  if (error.stderr) return complaint(error.stderr)
  const words = WORDS[error.code ?? '']
  if (!words) return error.message
  return error.path ? `${words} (${error.path})` : words
}

/** The line of PostgreSQL's output that says what is wrong. */
export function complaint(output: string) {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output)) return WORDS.ENOSPC!
  const lines = output.split('\n').filter((line) => line.trim())
  const line = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1) ?? 'it says nothing'
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|error): +/, '').trim()
}
