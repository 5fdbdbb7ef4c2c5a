import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { Logger } from 'pino'
import type { TextChannelSettings } from '../../../settings/text-channels.ts'
import { smsChannel } from './sms.ts'
import type { TextChannel } from './text-channel.ts'
import { whatsAppChannel } from './whatsapp.ts'

/** The channels that the provider has configured. */
export type TextChannels = ReadonlyMap<TextChannelName, TextChannel>

export function openTextChannels({ whatsapp, sms }: TextChannelSettings, log: Logger): TextChannels {
  const channels = [...(whatsapp ? [whatsAppChannel(whatsapp, log)] : []), ...(sms ? [smsChannel(sms, log)] : [])]
  return new Map(channels.map((channel) => [channel.name, channel]))
}
