import {
  consentLabel,
  type TextChannelName,
  type TextsChoice,
  type VisitTexts,
} from '@prenoto/core/text-messages/text-channels.ts'
import type { TextConsent } from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { TextConsentImpossible } from './errors.ts'
import { mobileNumber } from './mobile-number.ts'
import { channelsInUse } from './settings.ts'
import {
  deleteConsents,
  findConsent,
  insertConsent,
  listConsentHistory,
  listProvenConsents,
  type NumberProof,
  restoreConsent,
  saveConsent,
  withdrawConsents,
} from './text-consents.repository.ts'
import { findVisitNumber } from './text-messages.repository.ts'

type Person = { telephone: string }
type Customer = Person & { id: number }

/** The consent of a customer's number. `available`: the channels that the provider offers. */
export async function readConsent(
  ctx: Context,
  { telephone }: Person,
  available: readonly TextChannelName[],
): Promise<TextConsent> {
  const channels = await channelsInUse(ctx, available)
  const number = mobileNumber(telephone)
  const consent = number && channels.length > 0 ? await findConsent(ctx, number) : undefined
  return {
    channels,
    has_mobile_number: number !== undefined,
    given_at: consent && consent.withdrawn_at === null ? consent.given_at : null,
  }
}

type Change = { is_given: boolean; available: readonly TextChannelName[] }

/** Records what a customer has told staff. Throws 409 for a consent without a channel or a mobile number. */
export async function changeConsent(ctx: StaffContext, customer: Customer, { is_given, available }: Change) {
  await transaction(ctx, async (ctx) => {
    const subject = { type: 'customer', id: customer.id } as const
    if (!is_given) {
      if (await withdrawConsents(ctx, listMobileNumbers([customer])))
        await recordAudit(ctx, { action: 'text_consent.withdrawn', subject })
    } else if (await recordConsent(ctx, customer, available))
      await recordAudit(ctx, { action: 'text_consent.given', subject })
    else throw new TextConsentImpossible()
  })
  return readConsent(ctx, customer, available)
}

/** Records what staff were told: the consent of a number to the channels in use. Returns whether it receives messages. */
async function recordConsent(ctx: StaffContext, { telephone }: Person, available: readonly TextChannelName[]) {
  const number = mobileNumber(telephone)
  const channels = await channelsInUse(ctx, available)
  if (!number || channels.length === 0) return false
  await saveConsent(ctx, number, channels)
  return true
}

/** Records the consent that a visitor gives with a booking. It does not revive one that was withdrawn. */
export async function giveConsent(ctx: Context, booking: Customer, available: readonly TextChannelName[]) {
  const number = mobileNumber(booking.telephone)
  const channels = await channelsInUse(ctx, available)
  if (number && channels.length > 0) await insertConsent(ctx, { telephone: number, channels, bookingId: booking.id })
}

/** The consent that the booking form asks for. */
export async function askedConsent(ctx: Context, available: readonly TextChannelName[]): Promise<{ label?: string }> {
  const channels = await channelsInUse(ctx, available)
  return channels.length > 0 ? { label: consentLabel(channels) } : {}
}

/** A visit of the person who asks; `is_by_staff`: the staff made it, so only its customer has its link. */
export type NumberedVisit = Customer & { is_by_staff: boolean }

const toNumberProof = (visits: NumberedVisit[], linkKey?: string): NumberProof => ({
  telephones: listMobileNumbers(visits.filter(({ is_by_staff }) => is_by_staff)),
  bookingIds: visits.map(({ id }) => id),
  linkKey,
})

type Link = { hiddenId: string; linkKey: string | undefined }

/** Whether the customer of a visit wants messages; undefined if they were never asked or the provider offers none. */
export async function readConsentOfVisit(
  ctx: Context,
  { hiddenId, linkKey }: Link,
  available: readonly TextChannelName[],
): Promise<VisitTexts | undefined> {
  const visit = available.length > 0 ? await findVisitNumber(ctx, hiddenId) : undefined
  if (!visit) return undefined
  const proof = toNumberProof([visit], linkKey)
  const consents = await listProvenConsents(ctx, listMobileNumbers([visit]), proof)
  const choice = toChoice(consents)
  return choice && { choice, linkKey: consents.some(({ has_link_key }) => has_link_key) ? linkKey : undefined }
}

/** Withdraws the consent of a visit's number, if the link or the visit proves whose number it is. */
export async function withdrawConsentOfVisit(ctx: Context, { hiddenId, linkKey }: Link) {
  const visit = await findVisitNumber(ctx, hiddenId)
  if (visit) await withdrawConsents(ctx, listMobileNumbers([visit]), toNumberProof([visit], linkKey))
}

/** Gives the consent of a visit's number again, by the link of a text message. */
export async function restoreConsentOfVisit(ctx: Context, { hiddenId, linkKey = '' }: Link) {
  const visit = await findVisitNumber(ctx, hiddenId)
  const [number] = visit ? listMobileNumbers([visit]) : []
  if (number) await restoreConsent(ctx, number, linkKey)
}

/** Whether one of the numbers in a person's visits receives messages; undefined if they were never asked. */
export const findTextsChoice = async (ctx: Context, visits: NumberedVisit[]) =>
  toChoice(await listProvenConsents(ctx, listMobileNumbers(visits), toNumberProof(visits)))

type ProvenConsent = Awaited<ReturnType<typeof listProvenConsents>>[number]

function toChoice(consents: ProvenConsent[]): TextsChoice | undefined {
  if (consents.length === 0) return undefined
  const givenConsents = consents.filter(({ is_given }) => is_given)
  if (givenConsents.length === 0) return 'stopped'
  return givenConsents.some(({ is_proven }) => is_proven) ? 'wanted' : 'by_link'
}

/** Withdraws the consents of the numbers in a person's visits, if these prove whose numbers they are. */
export const withdrawProvenConsents = (ctx: Context, visits: NumberedVisit[]) =>
  withdrawConsents(ctx, listMobileNumbers(visits), toNumberProof(visits))

/** Parses each telephone once, since a customer may have thousands of visits with the same one. */
function listMobileNumbers(people: Person[]): string[] {
  const telephones = new Set(people.map(({ telephone }) => telephone))
  return [...new Set([...telephones].flatMap((telephone) => mobileNumber(telephone) ?? []))]
}

/** The consents of a person's numbers. */
export const listTextConsents = (ctx: Context, people: Person[]) => listConsentHistory(ctx, listMobileNumbers(people))

/** Deletes the consents of the numbers of erased customers and of their bookings. */
export const eraseTextConsents = (ctx: Context, people: Person[]) => deleteConsents(ctx, listMobileNumbers(people))
