/** The channels of text messages, which cost money and go to a telephone. */
export const textChannels = ['whatsapp', 'sms'] as const
export type TextChannelName = (typeof textChannels)[number]

const NAMES: Record<TextChannelName, string> = { whatsapp: 'WhatsApp', sms: 'SMS' }

/** 'WhatsApp e SMS', or with another conjunction. */
export const textChannelNames = (channels: readonly TextChannelName[], and = 'e') =>
  channels.map((channel) => NAMES[channel]).join(` ${and} `)

/** Whether a customer wants text messages, or has withdrawn the consent. `by_link`: only a link in a message stops them. */
export type TextsChoice = 'wanted' | 'by_link' | 'stopped'

/** `linkKey`: from the link of a text message, with which messages can also be resumed. */
export type VisitTexts = { choice: TextsChoice; linkKey: string | undefined }

/** The choices of a business for confirmations or reminders; the second channel is used when the first one fails. */
export const channelChoices = ['none', 'whatsapp', 'sms', 'whatsapp_sms'] as const
export type ChannelChoice = (typeof channelChoices)[number]

const CHANNELS: Record<ChannelChoice, TextChannelName[]> = {
  none: [],
  whatsapp: ['whatsapp'],
  sms: ['sms'],
  whatsapp_sms: ['whatsapp', 'sms'],
}

/** The channels of a choice in the order in which they are tried. */
export const listChannels = (choice: ChannelChoice): readonly TextChannelName[] => CHANNELS[choice]

type Used = { available: readonly TextChannelName[]; confirmations: ChannelChoice; reminders: ChannelChoice }

/** The offered channels that a business uses. */
export function channelsUsed({ available, confirmations, reminders }: Used): TextChannelName[] {
  const chosen = [...listChannels(confirmations), ...listChannels(reminders)]
  return textChannels.filter((channel) => available.includes(channel) && chosen.includes(channel))
}

/** The version of `consentLabel`, stored with each consent. Change it together with the label. */
export const CONSENT_VERSION = '2026-11'

const CONSENT_LABELS: Record<Exclude<ChannelChoice, 'none'>, string> = {
  whatsapp: 'Avvisatemi anche con WhatsApp',
  sms: 'Avvisatemi anche con un SMS',
  whatsapp_sms: 'Avvisatemi anche con WhatsApp o un SMS',
}

/** The label of the consent to these channels. */
export function consentLabel(channels: readonly TextChannelName[]): string {
  const [hasWhatsApp, hasSms] = [channels.includes('whatsapp'), channels.includes('sms')]
  return CONSENT_LABELS[hasWhatsApp && hasSms ? 'whatsapp_sms' : hasSms ? 'sms' : 'whatsapp']
}
