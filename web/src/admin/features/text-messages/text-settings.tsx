import {
  type ChannelChoice,
  channelChoices,
  listChannels,
  textChannelNames,
} from '@prenoto/core/text-messages/text-channels.ts'
import {
  type TextSettings as Settings,
  textSettingsSchema,
} from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { formatMonth, formatPrice } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { useToday } from '../configuration/use-today.ts'
import { textSettingsQuery, useSaveTextSettings } from './text-messages.queries.ts'
import styles from './text-settings.module.css'

const CONFIRMATIONS: Record<ChannelChoice, string> = {
  none: 'Solo email',
  whatsapp: 'Email e WhatsApp',
  sms: 'Email e SMS',
  whatsapp_sms: 'Email e WhatsApp, o un SMS se non arriva',
}

const REMINDERS: Record<ChannelChoice, string> = {
  none: 'Email',
  whatsapp: 'WhatsApp, o email se non arriva',
  sms: 'SMS, o email se non parte',
  whatsapp_sms: 'WhatsApp, poi SMS, poi email',
}

/** The channels of confirmations and reminders and their cap; shown if the provider offers a channel. */
export function TextSettings() {
  const { data: settings } = useQuery(textSettingsQuery)
  if (!settings || settings.available.length === 0) return null
  const { confirmations, reminders, cap_cents } = settings
  // Other saved values begin a new form.
  return <TextSettingsForm key={`${confirmations} ${reminders} ${cap_cents}`} settings={settings} />
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

/** '10' or '10,50' → 1050. NaN for another text. */
const parseCents = (typed: string) =>
  /^\d+([.,]\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * 100) : Number.NaN

type Errors = { [K in keyof Pick<Settings, 'confirmations' | 'reminders' | 'cap_cents'>]?: string }

const firstMessages = (problems: readonly { path: string | readonly PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries(
    problems.map(({ path, message }) => [typeof path === 'string' ? path : String(path[0]), message]).toReversed(),
  )

function TextSettingsForm({ settings }: { settings: Settings }) {
  const title = useId()
  const today = useToday()
  const { mutate: save, isPending } = useSaveTextSettings()
  const [chosen, setChosen] = useState({ confirmations: settings.confirmations, reminders: settings.reminders })
  const [cap, setCap] = useState(euros(settings.cap_cents))
  const [errors, setErrors] = useState<Errors>({})
  const { available, messages, spent_cents } = settings
  const choices = channelChoices.filter((choice) =>
    listChannels(choice).every((channel) => available.includes(channel)),
  )
  const isChanged =
    chosen.confirmations !== settings.confirmations ||
    chosen.reminders !== settings.reminders ||
    parseCents(cap) !== settings.cap_cents

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { data, error } = textSettingsSchema.safeParse({ ...chosen, cap_cents: parseCents(cap) })
    setErrors(error ? firstMessages(error.issues) : {})
    if (data)
      save(data, { onError: (failure) => failure instanceof ApiError && setErrors(firstMessages(failure.errors)) })
  }
  const fieldFor = (name: 'confirmations' | 'reminders') => ({
    value: chosen[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      setChosen({ ...chosen, [name]: target.value as ChannelChoice }),
  })
  return (
    <form className={`stack gap-3 border-t ${styles.form}`} noValidate aria-labelledby={title} onSubmit={submit}>
      <h3 id={title}>{textChannelNames(available)}</h3>
      <p className={'muted text-s capitalized'}>
        Scriviamo solo a chi lo chiede: una casella nella prenotazione, oppure la scheda del cliente se te lo dice a
        voce. Nel messaggio ci sono la tua attività, il giorno, l’ora e il link alla visita, mai il servizio.
      </p>
      <SelectField label="Conferme" {...fieldFor('confirmations')}>
        <ChannelOptions choices={choices} texts={CONFIRMATIONS} />
      </SelectField>
      <SelectField
        label="Promemoria"
        hint="Partono nei giorni scelti in «Promemoria al cliente»; se è spento non partono."
        {...fieldFor('reminders')}
      >
        <ChannelOptions choices={choices} texts={REMINDERS} />
      </SelectField>
      <TextField
        label="Spesa massima al mese, in euro"
        inputMode="decimal"
        hint="Raggiunto il limite, fino a fine mese scriviamo solo per email."
        error={errors.cap_cents}
        value={cap}
        onChange={({ target }) => setCap(target.value)}
      />
      <p className={'muted text-s capitalized'}>
        {`${formatMonth(today)}: ${messages === 1 ? '1 messaggio' : `${messages} messaggi`}, ${formatPrice((spent_cents / 100).toFixed(2))} su ${formatPrice((settings.cap_cents / 100).toFixed(2))}.`}
      </p>
      <div className="flex justify-end">
        <Button type="submit" look="soft" loading={isPending} disabled={!isChanged}>
          Salva i canali
        </Button>
      </div>
    </form>
  )
}

type ChannelOptionsProps = { choices: ChannelChoice[]; texts: Record<ChannelChoice, string> }

const ChannelOptions = ({ choices, texts }: ChannelOptionsProps) =>
  choices.map((choice) => (
    <option key={choice} value={choice}>
      {texts[choice]}
    </option>
  ))
