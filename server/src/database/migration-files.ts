import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PlainFailure } from '@prenoto/core/plain-failure.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Names by which databases may know a migration still, and its name since. */
export const RENAMED: Record<string, string> = {
  '0009-repeatable-creation.sql': '0008-repeatable-creation.sql',
}

let names: Promise<string[]> | undefined

/** The names of this version's migrations, in order; looked for once. Throws a PlainFailure when their numbers are wrong. */
export function migrationNames(): Promise<string[]> {
  names ??= readdir(FOLDER).then((files) => inOrder(files.filter((file) => file.endsWith('.sql'))))
  return names
}

export type Migration = { name: string; sql: string; checksum: string }

/** A migration as its file has it, with a checksum of which line breaks are no part: some checkouts turn them. */
export async function readMigration(name: string): Promise<Migration> {
  const sql = await readFile(join(FOLDER, name), 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
}

/** Sorts names and sees to it that they count from 0001 without a gap and without a number twice. */
export function inOrder(names: readonly string[]): string[] {
  const sorted = [...names].sort()
  sorted.forEach((name, index) => {
    const number = String(index + 1).padStart(4, '0')
    if (name.startsWith(`${number}-`)) return
    const previous = sorted[index - 1]
    if (previous?.slice(0, 5) === name.slice(0, 5))
      throw new PlainFailure(`Two migrations have the number ${name.slice(0, 4)}: ${previous} and ${name}.`)
    throw new PlainFailure(`There is no migration ${number}, but ${name}.`)
  })
  return sorted
}
