import { SEALED_COLUMNS } from '../../server/src/features/operations/secrets/sealed-columns.ts'
import type { Encryption } from '../../server/src/lib/encryption.ts'
import { populatedTenant } from './populated-tenant.ts'
import type { TestServer } from './test-server.ts'

export const NOTE = 'Allergia al nichel'

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A business with rows in every table, whose ciphertexts can be read, and a picture. */
export async function newFullTenant(server: TestServer, encryption: Encryption) {
  const here = await populatedTenant(server)
  for (const { table, id, column, toPurpose } of SEALED_COLUMNS) {
    const { rows } = await server.owner.query(`select ${id} as id from ${table} where tenant_id = $1`, [here.id])
    for (const row of rows)
      await server.owner.query(`update ${table} set ${column} = $3 where tenant_id = $1 and ${id} = $2`, [
        here.id,
        row.id,
        encryption.encrypt(toPurpose({ tenant: here }, row.id), Buffer.from(NOTE)),
      ])
  }
  await server.owner.query(`delete from uploads where tenant_id = $1`, [here.id])
  const editor = here.withToken(await here.newSession(here.userId))
  const form = new FormData()
  form.append('picture', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), 'a.png')
  const uploaded = (await editor.post('/pictures', form)).json()
  const { path: feed } = (await editor.post('/user/calendar-feed', undefined)).json()
  const { rows } = await server.owner.query('select id from services where tenant_id = $1', [here.id])
  return {
    ...here,
    serviceId: rows[0].id as number,
    picture: uploaded.picture as string,
    feed: (feed as string).replace(/^\/api/, ''),
  }
}
