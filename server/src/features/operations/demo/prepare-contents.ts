import type { Pool } from '../../../database/connection.ts'
import type { Settings } from '../../../settings/settings.ts'
import { DEMO_PASSWORD } from '../../accounts/users/demo-password.ts'
import { verifyAtOnce } from '../../accounts/users/passwords.ts'
import { openFileStore } from '../../uploads/file-store.ts'
import { findContents } from './demo.repository.ts'
import { type DemoPasswords, seedDemo } from './seed-demo.ts'

/** The contents of the database at start. */
export type Contents = {
  isEmpty: boolean
  /** How to log in to the demo: with new passwords, the published one, or others that were set earlier. */
  demo?: DemoPasswords | 'published' | 'other'
}

/** Adds the demo to an empty database if enabled, and returns the contents of the database. */
export async function prepareContents(owner: Pool, settings: Settings): Promise<Contents> {
  const contents = await readContents(owner)
  if (!contents.isEmpty || !settings.demo) return contents
  const { isLocal } = settings
  const passwords = await seedDemo(owner, { files: openFileStore(settings), isLocal })
  // Another process has added it meanwhile.
  if (!passwords) return readContents(owner)
  return { isEmpty: false, demo: isLocal ? 'published' : passwords }
}

async function readContents(owner: Pool): Promise<Contents> {
  const { isEmpty, demoHash } = await findContents(owner)
  if (demoHash === undefined) return { isEmpty }
  const isPublished = demoHash !== null && (await verifyAtOnce(demoHash, DEMO_PASSWORD))
  return { isEmpty, demo: isPublished ? 'published' : 'other' }
}
