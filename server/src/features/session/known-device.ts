import { createHash } from 'node:crypto'
import type { Context } from '../../tenants/context.ts'
import { findKnownDevices, upsertDevices } from './known-devices.repository.ts'

/** Where a call comes from: the network address and, if it says so, the browser. */
export type Caller = { address: string; device?: string }

/** Whose password is tried, or link is asked for, and where. */
export type Attempt = {
  /** A user or, of an address that is nobody's, a digest: both are counted alike. */
  account: string
  place: string
  /** Whether the user has logged in there before. */
  isKnown: boolean
  address: string
}

/** No user has this id. */
export const NOBODY = 0

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The surer one first: many share a network address, nobody a browser. */
const placesOf = ({ address, device }: Caller) => [
  ...(device === undefined ? [] : [digest(`device ${device}`)]),
  digest(`address ${address}`),
]

/** What is known of a try at an account, by the e-mail address that was typed. Nobody's takes the same work. */
export async function attemptOf(
  ctx: Context,
  user: { id: number } | undefined,
  email: string,
  caller: Caller,
): Promise<Attempt> {
  const places = placesOf(caller)
  const known = await findKnownDevices(ctx, user?.id ?? NOBODY, places)
  const place = places.find((one) => known.some((other) => other.equals(one)))
  return {
    account: user ? String(user.id) : digest(email.toLowerCase()).toString('base64url'),
    place: (place ?? places.at(-1)!).toString('base64url'),
    isKnown: place !== undefined,
    address: caller.address,
  }
}

/** From here on strangers who guess elsewhere do not keep this user from logging in where they are now. */
export const rememberDevice = (ctx: Context, userId: number, caller: Caller) =>
  upsertDevices(ctx, userId, placesOf(caller))
