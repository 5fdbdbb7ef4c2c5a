import { channelsUsed, listChannels, type TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { TextSettings, TextSettingsForm } from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { changedValues } from '../audit/changed-values.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { CapMissing, ChannelNotOffered } from './errors.ts'
import { DEFAULT_SETTINGS, findTextSettings, saveTextSettings } from './text-settings.repository.ts'

export async function readSettings(ctx: Context, available: TextChannelName[]): Promise<TextSettings> {
  return { available, ...(available.length > 0 ? await findTextSettings(ctx) : DEFAULT_SETTINGS) }
}

/** Throws 422 for a channel that is not offered, or without a cap. */
export async function changeSettings(ctx: StaffContext, chosen: TextSettingsForm, available: TextChannelName[]) {
  for (const kind of ['confirmations', 'reminders'] as const) {
    if (!listChannels(chosen[kind]).every((channel) => available.includes(channel))) throw new ChannelNotOffered(kind)
    if (chosen[kind] !== 'none' && chosen.cap_cents === 0) throw new CapMissing('cap_cents')
  }
  await transaction(ctx, async (ctx) => {
    const before = await findTextSettings(ctx)
    const changed = changedValues(['confirmations', 'reminders', 'cap_cents'], before, chosen)
    if (!changed) return
    await saveTextSettings(ctx, chosen)
    await recordAudit(ctx, { action: 'text_messages.updated', ...changed })
  })
  return readSettings(ctx, available)
}

/** The channels to which customers consent: those that the business uses and the provider offers. */
export async function channelsInUse(ctx: Context, available: readonly TextChannelName[]): Promise<TextChannelName[]> {
  if (available.length === 0) return []
  return channelsUsed({ available, ...(await findTextSettings(ctx)) })
}
