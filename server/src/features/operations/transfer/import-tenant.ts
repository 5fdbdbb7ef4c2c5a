import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../../../database/connection.ts'
import { violatesUnique } from '../../../database/postgres-errors.ts'
import { encryptionWith } from '../../../lib/encryption.ts'
import { type MovedJob, openJobInserter } from '../../../queue/job-inserter.ts'
import { shownDomain } from '../../../tenants/domain-name.ts'
import type { FileStore } from '../../uploads/file-store.ts'
import { detectImageType } from '../../uploads/file-type.ts'
import { DOMAIN_INDEX, findTenantId, inTransaction } from '../provider/provider.repository.ts'
import { deletePause, endImport, holdsLeases, isPaused, leasePause, renewLeases } from './pause.repository.ts'
import { waitUntilIdle } from './pause-tenant.ts'
import { isSealed, type JsonRow, resealRow } from './reseal.ts'
import { findBadColumn } from './row-rules.ts'
import { type Header, readFile, type TenantFile, type VerifiedFile, verifyFile } from './tenant-file.ts'
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

/** Milliseconds between two renewals of the leases of an import. */
const RENEWAL = 5_000

type ImportOptions = {
  /** A domain of the present tenant to delete, which is paused meanwhile. */
  replaced?: string | undefined
  /** Whether to import a file that no key of the installation has signed. */
  acceptUnverified?: boolean | undefined
}

/**
 * Imports a tenant from its file, all or nothing, under a new id. `open` is called twice: the file is verified before a row is
 * written. Returns the new id. Throws a StartupError.
 */
export async function importTenant(
  target: Target,
  open: () => AsyncIterable<Buffer>,
  { replaced, acceptUnverified = false }: ImportOptions = {},
) {
  const { owner, files } = target
  const verified = await verifyFile(open(), target.keys)
  const { header } = verified
  const schema = await findSchemaVersion(owner)
  if (header.schema !== schema)
    throw new StartupError(
      `The file has the schema ${header.schema} and this database ${schema}: bring both to the same version of Prenoto.`,
    )
  if (!verified.isSigned && !acceptUnverified) throw new StartupError(UNVERIFIED)
  const file = readFile(open(), verified)
  const oldId = await findReplaced(owner, header, replaced)
  const newId = await newTenantId(owner)
  const ids = oldId === undefined ? [newId] : [newId, oldId]
  const wasPaused = oldId !== undefined && (await isPaused(owner, oldId))
  for (const id of ids)
    if (!(await leasePause(owner, id)))
      throw new StartupError('Another import is replacing this business at the moment.')
  // A renewal that fails is noticed at the end.
  const renewing = setInterval(() => renewLeases(owner, ids).catch(() => {}), RENEWAL)
  const queue = await openJobInserter(owner)
  try {
    if (oldId !== undefined) await waitUntilIdle(owner, oldId)
    await inTransaction(owner, async (client) => {
      await beginImport(client)
      const jobs = await insertLines({ ...target, client, file, verified, newId, withDomains: !oldId })
      await raiseSequences(client, newId)
      // Otherwise the exporting installation has sent these e-mails itself.
      await settleMessages(client, newId, header.paused ? null : 'copied')
      if (oldId !== undefined) await replaceTenant(client, { oldId, newId })
      await queue.insert(client, newId, jobs)
      // After the old rows were deleted, so that a request after the end of the pause cannot write to them.
      if (!(await endImport(client, { oldId, newId }))) throw new StartupError(LEASE_LOST)
    })
  } catch (error) {
    // The answer to a commit may be lost.
    if (await tenantExists(owner, newId)) return newId
    const isOverdue = !(await holdsLeases(owner, ids))
    await files.removeAll(newId)
    await deletePause(owner, newId)
    if (oldId !== undefined && !wasPaused) await deletePause(owner, oldId)
    // Rows that requests wrote meanwhile may break references.
    throw isOverdue ? new StartupError(LEASE_LOST) : explainError(error, file, header)
  } finally {
    clearInterval(renewing)
    await queue.stop()
  }
  if (oldId !== undefined) await files.removeAll(oldId)
  return newId
}

const LEASE_LOST =
  'The import stood still for so long that the business was opened again meanwhile: nothing was imported. Try again.'

const UNVERIFIED =
  'No key of this installation has signed the file, so anyone may have written or changed it: nothing was imported. Set the ' +
  'TRANSFER_KEY of its export. To import it all the same, and trust its author with every log-in and text of the business, ' +
  'add --accept-unverified'

/** The id of the tenant to replace; undefined if none is to be replaced. Throws a StartupError for taken domains. */
async function findReplaced(owner: Pool, { domain }: Header, replaced: string | undefined) {
  const present = await findTenantId(owner, domain)
  if (replaced === undefined) {
    if (present !== undefined) throw domainTakenError(domain)
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

const domainTakenError = (domain: string) =>
  new StartupError(
    `The domain ${shownDomain(domain)} already belongs to a business. To delete that business and put the one of the file ` +
      `in its place, add --replace ${domain}`,
  )

type Insertion = Target & {
  client: Parameters<typeof insertRows>[0]
  file: TenantFile
  verified: VerifiedFile
  newId: number
  /** False if the new tenant gets the domains of a replaced one. */
  withDomains: boolean
}

/** Inserts the rows and stores the files. Returns the jobs. Throws a StartupError for a value that Prenoto does not write. */
async function insertLines({ client, file, files, verified, keys, newId, withDomains }: Insertion) {
  const { header, isSigned } = verified
  const tables = new Map((await listTenantTables(client)).map((table) => [table.name, table]))
  const from = {
    encryption: encryptionWith(header.key ? [...keys, Buffer.from(header.key, 'hex')] : keys),
    tenantId: header.tenant,
  }
  const to = { encryption: encryptionWith(keys), tenantId: newId }
  const jobs: MovedJob[] = []
  const uploads = new Map<string, Upload>()
  const domains: Domain[] = []
  let configurations = 0
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
  async function putFile(value: unknown) {
    const { key, content_type, content } = file.upload(value)
    const bytes = Buffer.from(content, 'base64')
    const upload = uploads.get(key)
    uploads.delete(key)
    if (
      bytes.length !== upload?.bytes ||
      content_type !== upload.content_type ||
      detectImageType(bytes) !== content_type
    )
      throw file.refused('file', '')
    await files.put(`${newId}/${key}`, bytes, content_type)
  }

  for await (const { kind, value, length } of file.lines()) {
    if (kind !== current.table) {
      await endTable()
      current = { table: kind, rows: [], length: 0, inserted: 0 }
    }
    if (kind === 'job') jobs.push(file.job(value))
    else if (kind === 'file') await putFile(value)
    else if (!tables.has(kind)) throw file.damaged()
    else {
      const badColumn = findBadColumn(kind, value)
      if (badColumn !== undefined) throw file.refused(kind, badColumn)
      const row = value as JsonRow
      if (kind === 'uploads') uploads.set(row.storage_key as string, row as Upload)
      if (kind === 'domains') domains.push(row as Domain)
      if (kind === 'configurations') configurations += 1
      if (kind === 'tenants' && !isSigned) row.is_trusted = false
      if (kind === 'domains' && !withDomains) continue
      // Written anew, so that PostgreSQL reads the row that was checked.
      current.rows.push(JSON.stringify(isSealed(kind) ? resealRow(kind, row, { from, to }) : row))
      current.length += length
      if (current.rows.length === BATCH_ROWS || current.length > BATCH_LENGTH) await insertBatch()
    }
  }
  await endTable()
  if (configurations !== 1 || !domains.some(({ domain }) => domain === header.domain)) throw file.damaged()
  return jobs
}

type Upload = { storage_key: string; content_type: string; bytes: number }
type Domain = { domain: string }

const NO_SPACE = /^(53100|ENOSPC|EDQUOT)$/
/** SQLSTATEs of values, references and sizes that a whole file does not contain. */
const DAMAGED = /^(22|23|54)/

function explainError(error: unknown, file: TenantFile, { domain }: Header) {
  const { code = '', detail = '' } = error as { code?: string; detail?: string }
  if (violatesUnique(error, DOMAIN_INDEX)) return domainTakenError(/\(domain\)=\((.+?)\)/.exec(detail)?.[1] ?? domain)
  if (NO_SPACE.test(code)) return new StartupError('There is no space left: nothing was imported.')
  // JSON may be nested too deeply.
  if (error instanceof RangeError || DAMAGED.test(code)) return file.damaged()
  return error
}
