import { Secret, TOTP } from 'otpauth'
import type { Encryption } from '../../../lib/encryption.ts'
import type { Context } from '../../../tenants/context.ts'

/** Seconds for which an authenticator app shows a code (RFC 6238). */
const PERIOD = 30

/** 160 bits, the length of the default hash function. */
export const newTotpSecret = () => Buffer.from(new Secret({ size: 20 }).bytes)

const toSecret = (bytes: Buffer) => Secret.fromHex(bytes.toString('hex'))

/** The secret in base32 and as the address of a QR code; the app shows the business and the user's e-mail address. */
export function describeTotp(bytes: Buffer, { issuer, label }: { issuer: string; label: string }) {
  const secret = toSecret(bytes)
  // The address separates the issuer from the label by a colon.
  const totp = new TOTP({ secret, issuer: issuer.replaceAll(':', ' '), label, period: PERIOD })
  return { secret: secret.base32, uri: totp.toString() }
}

/** The period of 30 seconds to which a code belongs: the present one or one beside it. Undefined for a wrong code. */
export function stepOfCode(bytes: Buffer, code: string, now: Temporal.Instant): number | undefined {
  const timestamp = now.epochMilliseconds
  const delta = TOTP.validate({ token: code, secret: toSecret(bytes), period: PERIOD, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: PERIOD, timestamp }) + delta
}

export const totpPurpose = ({ tenant }: { tenant: { id: number } }, userId: number) => `totp ${tenant.id}/${userId}`

export const encryptTotp = (ctx: Context, userId: number, secret: Buffer, encryption: Encryption) =>
  encryption.encrypt(totpPurpose(ctx, userId), secret)

export const decryptTotp = (ctx: Context, userId: number, ciphertext: Buffer, encryption: Encryption) =>
  encryption.decrypt(totpPurpose(ctx, userId), ciphertext)
