import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Command } from 'commander'
import { exportCsv } from '../features/operations/transfer/export-csv.ts'
import { exportTenant } from '../features/operations/transfer/export-tenant.ts'
import { importTenant } from '../features/operations/transfer/import-tenant.ts'
import { pauseTenant } from '../features/operations/transfer/pause-tenant.ts'
import { writeFile } from '../features/operations/transfer/tenant-file.ts'
import { openFileStore } from '../features/uploads/file-store.ts'
import { encryptionWith } from '../lib/encryption.ts'
import { readSecretKeys } from '../settings/secret-keys.ts'
import { shownDomain } from '../tenants/domain-name.ts'
import { domainName, print } from './arguments.ts'
import { recordCommand } from './record-command.ts'
import { withDatabase } from './with-database.ts'
import { openBusiness, withTenant } from './with-tenant.ts'

/** Commands that move one business. Standard output is for the file alone. */
export function transferCommands(tenant: Command) {
  const say = (text: string) => process.stderr.write(`${text}\n`)

  tenant
    .command('pause')
    .description(
      'answer 503 for a business and send none of its e-mails, until `resume`; waits until nothing is written',
    )
    .argument('<domain>', 'one of its domains', domainName)
    .action((domain: string) =>
      withTenant(domain, async (business) => {
        await recordCommand(business, { action: 'tenant.paused' })
        await pauseTenant(business.owner, business.tenant.id)
        print(`The business of ${shownDomain(domain)} is paused: its domains answer 503.`)
      }),
    )

  tenant
    .command('export')
    .description('write all data of a business to standard output, also while it is served')
    .argument('<domain>', 'one of its domains', domainName)
    .option('--csv <folder>', 'write CSV files, pictures and documents into a new folder instead')
    .action((domain: string, { csv }: { csv?: string }) =>
      withTenant(domain, async (business) => {
        if (csv === undefined && process.stdout.isTTY)
          throw new StartupError(`Name a file for the data: prenoto tenant export ${domain} > business.jsonl`)
        const { settings, urls, tenant } = business
        const source = { urls, tenant, files: openFileStore(settings) }
        const secretKeys = await readSecretKeys(settings)
        const encryption = encryptionWith(secretKeys)
        await recordCommand(business, { action: 'tenant.exported', ...(csv && { after: { format: 'csv' } }) })
        if (csv !== undefined) {
          const tables = await exportCsv(csv, source, encryption)
          return print(`${tenant.name} is written to ${csv}: ${tables} tables, with health notes that anyone can read.`)
        }
        let missing = 0
        const sections = exportTenant(source, { encryption, transferKey: settings.transferKey }, () => {
          missing += 1
        })
        // Elsewhere a closed output is no failure.
        process.stdout.removeAllListeners('error')
        const signingKey = settings.transferKey ?? secretKeys[0]
        await pipeline(Readable.from(writeFile(sections, signingKey)), process.stdout, { end: false }).catch(
          explainOutput,
        )
        say(`${tenant.name} is exported.${missing > 0 ? ` Missing files of pictures: ${missing}.` : ''}`)
      }),
    )

  tenant
    .command('import')
    .description('add the business of an exported file, all or nothing')
    .argument('<file>', 'the file, or - for standard input')
    .option('--replace <domain>', 'delete the business of this domain, which the file is of, in its favour', domainName)
    .option(
      '--accept-unverified',
      'import a file that no key of this installation has signed: anyone may have written it',
    )
    .action((path: string, { replace: replaced, acceptUnverified }: { replace?: string; acceptUnverified?: true }) =>
      withDatabase(async (installation) => {
        const { owner, settings } = installation
        const transferKey = settings.transferKey ? [settings.transferKey] : []
        const keys = [...(await readSecretKeys(settings)), ...transferKey]
        const target = { owner, files: openFileStore(settings), keys }
        const tenantId = await withInput(path, (read) =>
          importTenant(target, read, { replaced, acceptUnverified }),
        ).catch(explainInput(path))
        const business = await openBusiness(installation, tenantId)
        await recordCommand(business, { action: 'tenant.imported', ...(replaced && { after: { replaced } }) })
        print(`${business.tenant.name} is open on ${shownDomain(business.tenant.domain)}.`)
      }),
    )
}

/** Lets `work` read a file twice: other input is copied to a temporary file, which has no name. */
async function withInput<T>(path: string, work: (read: () => AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  const isFile = path !== '-' && (await stat(path)).isFile()
  const input = isFile ? await open(path) : await openTemporaryFile()
  try {
    if (!isFile) await input.writeFile(path === '-' ? process.stdin : createReadStream(path))
    return await work(() => input.createReadStream({ start: 0, autoClose: false }))
  } finally {
    await input.close()
  }
}

async function openTemporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-import-'))
  const file = await open(join(folder, 'business.jsonl'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  return file
}

function explainOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') throw new StartupError('The output was closed: the file is incomplete.')
  if (error.code === 'ENOSPC') throw new StartupError('There is no space left: the file is incomplete.')
  throw error
}

const explainInput =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOSPC') throw new StartupError('There is no space left for a copy of the file.')
    if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'EACCES')
      throw new StartupError(`${path} cannot be read (${error.code}).`)
    throw error
  }
