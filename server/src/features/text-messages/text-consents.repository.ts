import { CONSENT_VERSION, type TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { sql } from 'kysely'
import type { Pool } from '../../database/connection.ts'
import { anyOfTexts, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/**
 * The proofs that a visitor speaks for a number; a booking alone does not, since anybody can make one with it.
 */
export type NumberProof = {
  /** Numbers that staff have entered in the visitor's bookings. */
  telephones: string[]
  /** The visitor's bookings: they prove a consent that was given with no other ones. */
  bookingIds: number[]
  /** From the link of a text message. */
  linkKey?: string
}

const hasLinkKey = (linkKey: string | undefined) => sql<boolean>`(link_key = ${linkKey ?? ''})`

const isProven = ({ telephones, bookingIds, linkKey }: NumberProof) =>
  sql<boolean>`coalesce(telephone = ${anyOfTexts(telephones)} or booking_ids <@ ${bookingIds}::bigint[] or ${hasLinkKey(linkKey)}, false)`

/** A consent that has been given: its channels, and the key for the links of text messages. */
export type GivenConsent = { channels: readonly TextChannelName[]; link_key: string }

/** The consents that the owners of these numbers have given, by number. */
export async function listConsents(ctx: Context, telephones: string[]): Promise<ReadonlyMap<string, GivenConsent>> {
  const rows = await ctx.db
    .selectFrom('text_consents')
    .select(['telephone', 'channels', 'link_key'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(({ telephone, ...consent }) => [telephone, consent]))
}

/** The consent of a number, given or withdrawn. */
export const findConsent = (ctx: Context, telephone: string) =>
  ctx.db
    .selectFrom('text_consents')
    .select([
      'channels',
      localDateTime('given_at', ctx.tenant.time_zone).as('given_at'),
      localDateTime('withdrawn_at', ctx.tenant.time_zone).$castTo<string | null>().as('withdrawn_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', telephone)
    .executeTakeFirst()

export const listConsentHistory = (ctx: Context, telephones: string[]) =>
  ctx.db
    .selectFrom('text_consents')
    .select([
      'telephone',
      'channels',
      'version',
      isoInstant('given_at').$notNull().as('given_at'),
      (eb) => eb('given_by', 'is', null).$castTo<boolean>().as('by_customer'),
      isoInstant('withdrawn_at').as('withdrawn_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .orderBy('telephone')
    .execute()

/** Whether the consents of these numbers are given or withdrawn, and what a visitor has proven about them. */
export const listProvenConsents = (ctx: Context, telephones: string[], proof: NumberProof) =>
  ctx.db
    .selectFrom('text_consents')
    .select([
      sql<boolean>`withdrawn_at is null`.as('is_given'),
      isProven(proof).as('is_proven'),
      hasLinkKey(proof.linkKey).as('has_link_key'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .execute()

/** Records what staff were told, in place of an earlier consent. */
export async function saveConsent(ctx: Context, telephone: string, channels: readonly TextChannelName[]) {
  const consent = {
    channels: [...channels],
    version: CONSENT_VERSION,
    given_at: ctx.now.toString(),
    given_by: ctx.user?.id ?? null,
    withdrawn_at: null,
    booking_ids: null,
  }
  await ctx.db
    .insertInto('text_consents')
    .values({ tenant_id: ctx.tenant.id, telephone, ...consent })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'telephone']).doUpdateSet(consent))
    .execute()
}

type Consent = { telephone: string; channels: readonly TextChannelName[]; bookingId: number }

/** Records the consent that a booking gives, unless the number has withdrawn an earlier one. */
export async function insertConsent(ctx: Context, { telephone, channels, bookingId }: Consent) {
  const consent = { channels: [...channels], version: CONSENT_VERSION, given_at: ctx.now.toString() }
  await ctx.db
    .insertInto('text_consents')
    .values({ tenant_id: ctx.tenant.id, telephone, ...consent, booking_ids: [bookingId] })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'telephone'])
        .doUpdateSet({ ...consent, booking_ids: sql`text_consents.booking_ids || excluded.booking_ids` })
        .where('text_consents.withdrawn_at', 'is', null),
    )
    .execute()
}

/** Gives a withdrawn consent again, with the key of a link that was sent to the number. */
export async function restoreConsent(ctx: Context, telephone: string, linkKey: string) {
  await ctx.db
    .updateTable('text_consents')
    .set({ given_at: ctx.now.toString(), given_by: null, withdrawn_at: null, booking_ids: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', telephone)
    .where('withdrawn_at', 'is not', null)
    .where(hasLinkKey(linkKey))
    .execute()
}

/** Withdraws the consents of these numbers, for a visitor those with a proof. Returns whether there was one. */
export async function withdrawConsents(ctx: Context, telephones: string[], proof?: NumberProof): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('text_consents')
    .set({ withdrawn_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .where('withdrawn_at', 'is', null)
    .where(proof ? isProven(proof) : sql<boolean>`true`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Withdraws the consents of a number at all businesses, which share the channel's number. */
export async function withdrawEverywhere(pool: Pool, telephone: string, now: Temporal.Instant) {
  await pool.query('select withdraw_text_consents($1, $2)', [telephone, now.toString()])
}

/** The businesses that have the consent of a number. */
export async function listTenantsOfConsent(pool: Pool, telephone: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>('select tenants_of_text_consent($1) as id', [telephone])
  return rows.map(({ id }) => Number(id))
}

/** Deletes the consents of an erased customer's numbers. */
export async function deleteConsents(ctx: Context, telephones: string[]) {
  if (telephones.length === 0) return
  await ctx.db
    .deleteFrom('text_consents')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .execute()
}
