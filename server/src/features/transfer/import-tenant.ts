import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../../database/connection.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { type MovedJob, openJobInserter } from '../../queue/job-inserter.ts'
import { shownDomain } from '../../tenants/domain-name.ts'
import { DOMAIN_INDEX, findTenantId, inTransaction } from '../provider/provider.repository.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { deletePause, isPaused } from './pause.repository.ts'
import { pauseTenant } from './pause-tenant.ts'
import { isSealed, resealRow } from './reseal.ts'
import { type Header, readFile, type TenantFile } from './tenant-file.ts'
import { findSchemaVersion, listTenantTables } from './tenant-tables.repository.ts'
import {
  analyze,
  beginImport,
  insertRows,
  newTenantId,
  raiseSequences,
  replaceTenant,
  settleMessages,
  tenantExists,
} from './write-rows.repository.ts'

type Target = {
  owner: Pool
  files: FileStore
  /** The installation's keys, and at the end the one of the transfer if there is one. */
  keys: Buffer[]
}

/** Rows that are inserted at once, and their characters, about. */
const BATCH_ROWS = 1_000
const BATCH_LENGTH = 4 * 2 ** 20

/**
 * Imports a tenant from its file, all or nothing, under a new id. `replaced`: a domain of the present tenant to delete, which is
 * paused meanwhile. Returns the new id. Throws a StartupError.
 */
export async function importTenant(target: Target, input: AsyncIterable<Buffer>, replaced?: string) {
  const { owner, files } = target
  const file = readFile(input)
  const header = await file.header()
  const schema = await findSchemaVersion(owner)
  if (header.schema !== schema)
    throw new StartupError(
      `The file has the schema ${header.schema} and this database ${schema}: bring both to the same version of Prenoto.`,
    )
  const oldId = await findReplaced(owner, header, replaced)
  const newId = await newTenantId(owner)
  const wasPaused = oldId !== undefined && (await isPaused(owner, oldId))
  const queue = await openJobInserter(owner)
  try {
    if (oldId !== undefined) await pauseTenant(owner, oldId)
    await inTransaction(owner, async (client) => {
      await beginImport(client)
      const jobs = await insertLines({ ...target, client, file, header, newId, withDomains: !oldId })
      await raiseSequences(client, newId)
      // Otherwise the exporting installation has sent these e-mails itself.
      await settleMessages(client, newId, header.paused ? null : 'copied')
      if (oldId !== undefined) await replaceTenant(client, { oldId, newId })
      await queue.insert(client, newId, jobs)
    })
  } catch (error) {
    // The answer to a commit may be lost.
    if (await tenantExists(owner, newId)) return newId
    await files.removeAll(newId)
    if (oldId !== undefined && !wasPaused) await deletePause(owner, oldId)
    throw explained(error, file, header)
  } finally {
    await queue.stop()
  }
  // Late requests to the old id stay refused: its pause is not deleted.
  if (oldId !== undefined) await files.removeAll(oldId)
  return newId
}

/** The id of the tenant to replace; undefined if none is to be replaced. Throws a StartupError for taken domains. */
async function findReplaced(owner: Pool, { domain }: Header, replaced: string | undefined) {
  const present = await findTenantId(owner, domain)
  if (replaced === undefined) {
    if (present !== undefined) throw taken(domain)
    return undefined
  }
  const id = await findTenantId(owner, replaced)
  if (id === undefined) throw new StartupError(`No business has the domain ${shownDomain(replaced)}.`)
  if (id !== present)
    throw new StartupError(
      `The file is of the business of ${shownDomain(domain)}, which is not the one of ${shownDomain(replaced)}.`,
    )
  return id
}

const taken = (domain: string) =>
  new StartupError(
    `The domain ${shownDomain(domain)} already belongs to a business. To delete that business and put the one of the file ` +
      `in its place, add --replace ${domain}`,
  )

type Insertion = Target & {
  client: Parameters<typeof insertRows>[0]
  file: TenantFile
  header: Header
  newId: number
  /** False if the new tenant gets the domains of a replaced one. */
  withDomains: boolean
}

/** Inserts the rows and stores the files. Returns the jobs. */
async function insertLines({ client, file, files, header, keys, newId, withDomains }: Insertion) {
  const tables = new Map((await listTenantTables(client)).map((table) => [table.name, table]))
  const encryption = encryptionWith(keys)
  const from = { encryption, tenantId: header.tenant }
  const to = { encryption, tenantId: newId }
  const jobs: MovedJob[] = []
  let current = { table: '', rows: [] as string[], length: 0, inserted: 0 }

  async function insertBatch() {
    const { table, rows } = current
    if (rows.length === 0) return
    await insertRows(client, tables.get(table)!, { tenantId: newId, rows: `[${rows.join(',')}]` })
    current = { table, rows: [], length: 0, inserted: current.inserted + rows.length }
  }
  async function endTable() {
    await insertBatch()
    if (current.inserted > BATCH_ROWS) await analyze(client, tables.get(current.table)!)
  }

  for await (const { kind, json } of file.lines()) {
    if (kind !== current.table) {
      await endTable()
      current = { table: kind, rows: [], length: 0, inserted: 0 }
    }
    if (kind === 'job') jobs.push(file.job(json))
    else if (kind === 'file') {
      const { key, content, content_type } = file.upload(json)
      await files.put(`${newId}/${key}`, Buffer.from(content, 'base64'), content_type)
    } else if (!tables.has(kind)) throw file.damaged()
    else if (kind !== 'domains' || withDomains) {
      current.rows.push(isSealed(kind) ? resealRow(kind, json, { from, to }) : json)
      current.length += json.length
      if (current.rows.length === BATCH_ROWS || current.length > BATCH_LENGTH) await insertBatch()
    }
  }
  await endTable()
  return jobs
}

const NO_SPACE = /^(53100|ENOSPC|EDQUOT)$/
/** SQLSTATEs of values and references that a whole file does not contain. */
const DAMAGED = /^(22|23)/

function explained(error: unknown, file: TenantFile, { domain }: Header) {
  const { code = '', detail = '' } = error as { code?: string; detail?: string }
  if (violatesUnique(error, DOMAIN_INDEX)) return taken(/\(domain\)=\((.+?)\)/.exec(detail)?.[1] ?? domain)
  if (NO_SPACE.test(code)) return new StartupError('There is no space left: nothing was imported.')
  if (error instanceof SyntaxError || DAMAGED.test(code)) return file.damaged()
  return error
}
