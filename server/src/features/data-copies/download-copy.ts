import { Readable } from 'node:stream'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { readPart } from './copy-parts.ts'
import { findReadyCopy } from './data-copies.repository.ts'
import { CopyNotFound } from './errors.ts'

/** Streams a copy part by part. The first one is read before the response starts. Throws 404. */
export async function downloadCopy(ctx: StaffContext, files: FileStore, id: number) {
  const copy = await findReadyCopy(ctx, id)
  if (!copy) throw new CopyNotFound()
  const { parts, made_at, ...stored } = copy
  const place = { files, tenantId: ctx.tenant.id, ...stored }
  const first = await readPart(place, 0)
  if (!first) throw new CopyNotFound()
  await recordAudit(ctx, { action: 'data_copy.downloaded' })
  async function* content() {
    yield first
    for (let i = 1; i < parts; i += 1) {
      const part = await readPart(place, i)
      // The response is cut, so that the browser does not take it for whole.
      if (!part) throw new Error(`Part ${i} of a data copy is missing`)
      yield part
    }
  }
  const day = todayIn(ctx.tenant.time_zone, made_at!)
  return {
    name: `prenoto-${ctx.tenant.domain}-${day}.zip`,
    content: Readable.from(content(), { highWaterMark: 1 }),
  }
}
