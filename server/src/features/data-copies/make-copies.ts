import { randomBytes } from 'node:crypto'
import { zipStream } from '../../lib/zip-stream.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { randomName } from '../uploads/store-images.ts'
import { type CopySource, readContents } from './copy-contents.ts'
import { copiesFolder, storeParts } from './copy-parts.ts'
import { beginAttempt, finishCopy } from './data-copies.repository.ts'
import { removeUnusedFiles } from './remove-copies.ts'

/** Handler of the job `make-data-copy`. */
export async function makeCopies(ctx: Context, jobs: JobData['make-data-copy'][], source: CopySource) {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const { copy_id } of jobs) outcomes.push(...(await Promise.allSettled([makeCopy(ctx, copy_id, source)])))
  return outcomes
}

/** Makes a copy in a new folder, so that an attempt that was killed or cut off offers nothing. */
async function makeCopy(ctx: Context, id: number, source: CopySource) {
  const { files } = source
  const attempt = { folder: randomName(), key: randomBytes(32) }
  if (!(await beginAttempt(ctx, id, attempt))) return
  try {
    const size = await storeParts(zipStream(readContents(ctx, source)), { files, tenantId: ctx.tenant.id, ...attempt })
    await transaction(ctx, (ctx) => finishCopy(ctx, id, { folder: attempt.folder, ...size }))
  } catch (error) {
    await files.removeAll(`${copiesFolder(ctx.tenant.id)}/${attempt.folder}`)
    throw error
  }
  await removeUnusedFiles(ctx, files)
}
