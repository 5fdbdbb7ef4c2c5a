import { randomBytes } from 'node:crypto'
import type { Pool } from '../database/connection.ts'
import { PlainFailure } from '../plain-failure.ts'
import { hashPassword } from '../session/passwords.ts'
import { insertTenant } from './provider.repository.ts'

export type NewTenant = { name: string; domain: string; adminEmail: string; timeZone: string }

/** Opens a business on a domain, with an admin who logs in with the password returned. Throws a PlainFailure. */
export async function createTenant(owner: Pool, { name, domain, adminEmail, timeZone }: NewTenant) {
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone))
    throw new PlainFailure(`${timeZone} is not a time zone: use an IANA name such as Europe/Rome.`)
  // The hint's rule asks for a capital, a small letter, a digit and a sign; chance alone might miss one.
  const password = `${randomBytes(12).toString('base64url')}-Aa1`
  const made = await insertTenant(owner, {
    name,
    domain,
    timeZone,
    admin: { name: 'Titolare', surname: name, email: adminEmail, passwordHash: await hashPassword(password) },
  })
  if (!made) throw new PlainFailure(`The domain ${domain} belongs to a business already.`)
  return { password }
}
