import type { NewPasskey, SecondFactor } from '@prenoto/core/second-factor/second-factor-schema.ts'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Encryption } from '../../../lib/encryption.ts'
import { queueMessage } from '../../../outbox/queue-message.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import {
  LastSecondFactor,
  NoSecondFactor,
  PasskeyAlreadyAdded,
  PasskeyLimitReached,
  PasskeyNotFound,
  PasskeyRefused,
  TotpAlreadyAdded,
  WrongCode,
} from './errors.ts'
import { deletePasskey, insertChallenge, insertPasskey, listPasskeys } from './passkeys.repository.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.repository.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { hasSecondFactor, isSecondFactorRequired, lockOwner } from './second-factor.repository.ts'
import type { Site } from './site.ts'
import { confirmTotp as confirm, deleteTotp, findTotp, startTotp as start } from './totp.repository.ts'
import { decryptTotp, describeTotp, encryptTotp, newTotpSecret, stepOfCode } from './totp.ts'
import { ALGORITHMS, CHALLENGE_MINUTES, challengeTaker, webAuthn } from './verify-passkey.ts'

const MAX_PASSKEYS = 10

export async function readSecondFactor(ctx: StaffContext): Promise<SecondFactor> {
  const { id } = ctx.user
  const totp = await findTotp(ctx, id)
  return {
    is_required: await isSecondFactorRequired(ctx),
    totp_added_at: totp?.confirmed_at ?? null,
    passkeys: await listPasskeys(ctx, id),
    recovery_codes_left: await countRecoveryCodes(ctx, id),
  }
}

/** Returns the secret for an authenticator app; an open set-up is continued. Throws 409 if the user has an app. */
export async function startTotp(ctx: StaffContext, encryption: Encryption) {
  const { id, email } = ctx.user
  const stored = await start(ctx, id, encryptTotp(ctx, id, newTotpSecret(), encryption))
  if (!stored) throw new TotpAlreadyAdded()
  return describeTotp(decryptTotp(ctx, id, stored, encryption), { issuer: ctx.tenant.name, label: email })
}

/** Adds the app with its first code. Throws 422 for a wrong code, 409 if the user has an app. */
export async function confirmTotp(ctx: StaffContext, code: string, encryption: Encryption) {
  const { id } = ctx.user
  const totp = await findTotp(ctx, id)
  if (totp?.confirmed_at) throw new TotpAlreadyAdded()
  const step = totp && stepOfCode(decryptTotp(ctx, id, totp.secret, encryption), code, ctx.now)
  if (step === undefined) throw new WrongCode('code')

  return transaction(ctx, async (ctx) => {
    await lockOwner(ctx, id)
    // A set-up that was started again has another secret.
    const current = await findTotp(ctx, id)
    if (current?.confirmed_at) throw new TotpAlreadyAdded()
    if (!current?.secret.equals(totp!.secret)) throw new WrongCode('code')
    const recovery_codes = await addRecoveryCodes(ctx)
    await confirm(ctx, id, step)
    await announce(ctx, 'added', { method: 'totp' })
    return { recovery_codes }
  })
}

/** Throws 409 for the last second factor while the business requires one. Removing a missing app changes nothing. */
export const removeTotp = (ctx: StaffContext) =>
  removing(ctx, async (ctx) => {
    if (await deleteTotp(ctx, ctx.user.id)) await announce(ctx, 'removed', { method: 'totp' })
  })

/** Options with which the browser creates a passkey for this domain. Throws 409 when the user has ten. */
export async function startPasskey(ctx: StaffContext, { domain }: Site) {
  const { id, email, name, surname } = ctx.user
  const passkeys = await listPasskeys(ctx, id)
  if (passkeys.length >= MAX_PASSKEYS) throw new PasskeyLimitReached()
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpID: domain,
    rpName: ctx.tenant.name,
    userID: new Uint8Array(Buffer.from(`${ctx.tenant.id}/${id}`)),
    userName: email,
    userDisplayName: `${name} ${surname}`,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    timeout: CHALLENGE_MINUTES * 60_000,
  })
  await insertChallenge(
    ctx,
    { user_id: id, purpose: 'registration', domain, challenge: options.challenge },
    ctx.now.add({ minutes: CHALLENGE_MINUTES }),
  )
  return options
}

/** Adds a passkey. Throws 422 if it is refused, 409 if it is stored already or the user has ten. */
export async function addPasskey(ctx: StaffContext, { name, credential }: NewPasskey, { domain, origins }: Site) {
  const { id: user_id } = ctx.user
  const { verifyRegistrationResponse } = await webAuthn()
  const challenges = challengeTaker(ctx, { user_id, purpose: 'registration', domain })
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenges.take,
    expectedOrigin: origins,
    expectedRPID: domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws for everything that is wrong in the response.
  }).catch(challenges.ignoreUnlessFailed)
  if (!verified?.verified) throw new PasskeyRefused('credential')

  const { id: credential_id, publicKey, counter } = verified.registrationInfo.credential
  const transports = credential.response.transports ?? []
  return transaction(ctx, async (ctx) => {
    await lockOwner(ctx, user_id)
    if ((await listPasskeys(ctx, user_id)).length >= MAX_PASSKEYS) throw new PasskeyLimitReached()
    const recovery_codes = await addRecoveryCodes(ctx)
    const public_key = Buffer.from(publicKey)
    const passkey = await insertPasskey(ctx, { user_id, name, domain, credential_id, public_key, counter, transports })
    if (!passkey) throw new PasskeyAlreadyAdded()
    await announce(ctx, 'added', { method: 'passkey', name, domain })
    return { ...passkey, recovery_codes }
  })
}

/** Throws 404, and 409 for the last second factor while the business requires one. */
export const removePasskey = (ctx: StaffContext, id: number) =>
  removing(ctx, async (ctx) => {
    if (!(await deletePasskey(ctx, ctx.user.id, id))) throw new PasskeyNotFound()
    await announce(ctx, 'removed', { method: 'passkey' })
  })

/** Replaces the recovery codes. Throws 409 without a second factor. */
export async function renewRecoveryCodes(ctx: StaffContext) {
  return transaction(ctx, async (ctx) => {
    await lockOwner(ctx, ctx.user.id)
    if (!(await hasSecondFactor(ctx, ctx.user.id))) throw new NoSecondFactor()
    const recovery_codes = await replaceRecoveryCodes(ctx, ctx.user.id)
    await announce(ctx, 'added', { method: 'recovery_codes' })
    return { recovery_codes }
  })
}

/** The codes of a first second factor; a later one keeps the codes there are. Call it before adding the factor. */
async function addRecoveryCodes(ctx: StaffContext): Promise<string[]> {
  return (await hasSecondFactor(ctx, ctx.user.id)) ? [] : replaceRecoveryCodes(ctx, ctx.user.id)
}

/** Recovery codes go with the last second factor. */
const removing = (ctx: StaffContext, remove: (ctx: StaffContext) => Promise<void>) =>
  transaction(ctx, async (ctx) => {
    await lockOwner(ctx, ctx.user.id)
    await remove(ctx)
    if (await hasSecondFactor(ctx, ctx.user.id)) return
    if (await isSecondFactorRequired(ctx)) throw new LastSecondFactor()
    await deleteRecoveryCodes(ctx, ctx.user.id)
  })

/** Records a change and writes to the user. */
async function announce(ctx: StaffContext, change: 'added' | 'removed', what: Record<string, string>) {
  const { id } = ctx.user
  const details = change === 'added' ? { after: what } : { before: what }
  await recordAudit(ctx, { action: `second_factor.${change}`, subject: { type: 'user', id }, ...details })
  await queueMessage(ctx, { kind: `second-factor-${change}`, user_id: id })
}
