import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatDate } from '@prenoto/core/time/format.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Logger } from 'pino'
import type { DatabaseUrls } from '../../database/connection.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { ZipEntry } from '../../lib/zip-stream.ts'
import type { Context } from '../../tenants/context.ts'
import { readAuditTable } from '../audit/export-audit.ts'
import { exportTenant } from '../operations/transfer/export-tenant.ts'
import { writeFile } from '../operations/transfer/tenant-file.ts'
import { readBookingsTable, readCustomersTable } from '../reports/exports.ts'
import type { FileStore } from '../uploads/file-store.ts'
import { listStoredKeys } from '../uploads/uploads.repository.ts'

export type CopySource = {
  urls: DatabaseUrls
  files: FileStore
  encryption: Encryption
  /** Signs the file of the business, so that this installation imports it again without being told to trust it. */
  signingKey: Buffer | undefined
  log: Logger
}

/** All visits that a calendar can hold. */
const ALWAYS = { from: parsePlainDate('1900-01-01'), to: parsePlainDate('2199-12-31') }

/** The files of a copy of all data of a business, in the order of the ZIP. */
export async function* readContents(ctx: Context, { log, ...source }: CopySource): AsyncGenerator<ZipEntry> {
  yield { path: 'LEGGIMI.txt', content: Readable.from([Buffer.from(describeCopy(ctx))]) }
  yield { path: 'attivita.jsonl', content: Readable.from(readBusiness(ctx, source), { objectMode: false }) }
  yield { path: 'csv/clienti.csv', content: await readCustomersTable(ctx) }
  yield { path: 'csv/prenotazioni.csv', content: await readBookingsTable(ctx, ALWAYS) }
  yield { path: 'csv/registro-attivita.csv', content: await readAuditTable(ctx, {}) }
  let missing = 0
  for (const key of await listStoredKeys(ctx)) {
    const content = await source.files.get(`${ctx.tenant.id}/${key}`)
    if (content) yield { path: `immagini/${key}`, content: Readable.from([content]), isCompressed: false }
    else missing += 1
  }
  if (missing > 0) log.warn({ tenant: ctx.tenant.id, missing }, 'a data copy lacks files of pictures')
}

/** The file that `prenoto tenant import` reads. Its ciphertexts are those of a new key, which it contains. */
function readBusiness({ tenant }: Context, { urls, files, encryption, signingKey }: Omit<CopySource, 'log'>) {
  const keys = { encryption, transferKey: randomBytes(32), isForOwner: true }
  // `readContents` counts the pictures that are missing.
  return writeFile(
    exportTenant({ urls, tenant, files }, keys, () => {}),
    signingKey,
  )
}

const describeCopy = ({ tenant, now }: Context) =>
  `\
UNA COPIA DEI DATI DI ${tenant.name.toUpperCase()}
${tenant.domain}, ${formatDate(todayIn(tenant.time_zone, now))}

CHE COSA C'È
attivita.jsonl             tutti i dati dell'attività, come Prenoto li importa: prenotazioni,
                           clienti, servizi, calendari, impostazioni, immagini, note sulla salute
csv/clienti.csv            l'elenco dei clienti, da aprire con un foglio di calcolo
csv/prenotazioni.csv       tutte le prenotazioni non disdette
csv/registro-attivita.csv  chi ha fatto che cosa
immagini/                  il logo, le foto e le altre immagini

CHE COSA NON C'È
Password, passkey, codici della verifica in due passaggi, accessi aperti, chiavi API, indirizzi
del calendario del telefono e dispositivi che ricevono notifiche. Dopo un'importazione ognuno
sceglie una nuova password con «Password dimenticata?» e attiva di nuovo il resto.

COME SI IMPORTA
Lo fa chi gestisce l'installazione di Prenoto, con la stessa versione che ha fatto la copia:
  prenoto tenant import attivita.jsonl
Su un'installazione diversa:
  prenoto tenant import attivita.jsonl --accept-unverified
Prenoto non può sapere se qualcuno ha cambiato il file: va importato solo se viene da una
persona di fiducia.

COME CONSERVARLA
Chi ha questo file può leggere nomi, recapiti, visite e note sulla salute dei tuoi clienti.
Tienilo in un posto protetto da una password, non spedirlo per email e cancellalo quando non
serve più.
`.replaceAll('\n', '\r\n')
