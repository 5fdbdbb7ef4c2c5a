import { consentLabel, type TextChannelName, type TextsChoice } from '@prenoto/core/text-messages/text-channels.ts'
import { mobileNumber } from '@prenoto/core/text-messages/text-message.ts'
import type { TextConsent } from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { TextConsentImpossible } from './errors.ts'
import { channelsInUse } from './settings.ts'
import {
  deleteConsents,
  findConsent,
  listConsentsOf,
  saveConsent,
  withdrawConsents,
} from './text-consents.repository.ts'
import { findTelephoneOf } from './text-messages.repository.ts'

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
      const isWithdrawn = await withdrawConsentsOf(ctx, [customer])
      if (isWithdrawn) await recordAudit(ctx, { action: 'text_consent.withdrawn', subject })
    } else if (await giveConsent(ctx, customer, available))
      await recordAudit(ctx, { action: 'text_consent.given', subject })
    else throw new TextConsentImpossible()
  })
  return readConsent(ctx, customer, available)
}

/** Records the consent of a number to the channels in use. Returns whether it receives messages by them. */
export async function giveConsent(ctx: Context, { telephone }: Person, available: readonly TextChannelName[]) {
  const number = mobileNumber(telephone)
  const channels = await channelsInUse(ctx, available)
  if (!number || channels.length === 0) return false
  await saveConsent(ctx, number, channels)
  return true
}

/** The consent that the booking form asks for. */
export async function askedConsent(ctx: Context, available: readonly TextChannelName[]): Promise<{ label?: string }> {
  const channels = await channelsInUse(ctx, available)
  return channels.length > 0 ? { label: consentLabel(channels) } : {}
}

/** Whether the customer of a visit wants messages; undefined if they were never asked or the provider offers none. */
export async function readConsentOfVisit(ctx: Context, hiddenId: string, available: readonly TextChannelName[]) {
  return available.length > 0 ? findTextsChoice(ctx, await listPeopleOfVisit(ctx, hiddenId)) : undefined
}

export async function withdrawConsentOfVisit(ctx: Context, hiddenId: string) {
  await withdrawConsentsOf(ctx, await listPeopleOfVisit(ctx, hiddenId))
}

async function listPeopleOfVisit(ctx: Context, hiddenId: string): Promise<Person[]> {
  const telephone = await findTelephoneOf(ctx, hiddenId)
  return telephone === undefined ? [] : [{ telephone }]
}

/** Whether one of a person's numbers receives messages; undefined if they were never asked. */
export async function findTextsChoice(ctx: Context, people: Person[]): Promise<TextsChoice | undefined> {
  const consents = await listTextConsents(ctx, people)
  if (consents.length === 0) return undefined
  return consents.some(({ withdrawn_at }) => withdrawn_at === null) ? 'wanted' : 'stopped'
}

/** Withdraws the consents of a person's numbers. Returns whether there was one. */
export const withdrawConsentsOf = (ctx: Context, people: Person[]) => withdrawConsents(ctx, numbersOf(people))

const numbersOf = (people: Person[]) => [...new Set(people.flatMap(({ telephone }) => mobileNumber(telephone) ?? []))]

/** The consents of a person's numbers. */
export const listTextConsents = (ctx: Context, people: Person[]) => listConsentsOf(ctx, numbersOf(people))

/** Deletes the consents of the numbers of erased customers and of their bookings. */
export const eraseTextConsents = (ctx: Context, people: Person[]) => deleteConsents(ctx, numbersOf(people))
