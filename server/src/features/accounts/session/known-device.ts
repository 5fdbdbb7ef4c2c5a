import { createHash } from 'node:crypto'
import type { Context } from '../../../tenants/context.ts'
import type { Site } from '../second-factor/site.ts'
import { findKnownDevices, hasLoggedInBefore, upsertDevices } from './known-devices.repository.ts'

/** The network address of a request, the browser's identifier, if it sends one, its `User-Agent`, and the site it is at. */
export type Caller = { address: string; device?: string; userAgent: string; site: Site }

/** An attempt to log in or to get a password link. */
export type Attempt = {
  /** A user id or, for an unknown e-mail address, its digest. */
  account: string
  device: string
  /** Whether the user has logged in on the device before. */
  isKnown: boolean
  address: string
}

/** An id that no user has. */
export const NO_USER = 0

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The browser first, since many users may share a network address. */
const hashCaller = ({ address, device }: Caller) => [
  ...(device === undefined ? [] : [digest(`device ${device}`)]),
  digest(`address ${address}`),
]

/** The browser of a caller or, if it sends no identifier, the network address. */
export const hashDevice = (caller: Caller) => hashCaller(caller)[0]!

/** Describes an attempt for the typed e-mail address. Takes the same time for an unknown address. */
export async function newAttempt(
  ctx: Context,
  user: { id: number } | undefined,
  email: string,
  caller: Caller,
): Promise<Attempt> {
  const hashes = hashCaller(caller)
  const knownDevices = await findKnownDevices(ctx, user?.id ?? NO_USER, hashes)
  const device = hashes.find((hash) => knownDevices.some((other) => other.equals(hash)))
  return {
    account: user ? String(user.id) : digest(email.toLowerCase()).toString('base64url'),
    device: (device ?? hashes.at(-1)!).toString('base64url'),
    isKnown: device !== undefined,
    address: caller.address,
  }
}

/**
 * Whether a user who has logged in before has not done so on this device: the browser counts, or without its identifier the
 * network address.
 */
export async function isNewDevice(ctx: Context, userId: number, caller: Caller): Promise<boolean> {
  const [device] = hashCaller(caller)
  const knownDevices = await findKnownDevices(ctx, userId, [device!])
  return knownDevices.length === 0 && (await hasLoggedInBefore(ctx, userId))
}

/** From now on failed log-ins on other devices do not lock the user out on this one. */
export const rememberDevice = (ctx: Context, userId: number, caller: Caller) =>
  upsertDevices(ctx, userId, hashCaller(caller))
