import { webhookEventNames, webhookEvents } from '@prenoto/core/webhooks/webhook-events.ts'
import { type Webhook, webhookSchema } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { useCreateWebhook, useUpdateWebhook } from './webhooks.queries.ts'

type WebhookFormProps = {
  webhook: Webhook | undefined
  /** The secret of a new webhook. */
  onDone: (secret?: string) => void
  onCancel: () => void
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ webhook, onDone, onCancel }: WebhookFormProps) {
  const form = useAdminForm(
    webhookSchema,
    {
      url: webhook?.url ?? '',
      events: webhook?.events ?? [...webhookEvents],
      contacts: webhook?.contacts ?? false,
      is_paused: webhook ? webhook.paused_at !== null : false,
    },
    'onSubmit',
  )
  const { mutateAsync: create } = useCreateWebhook()
  const { mutateAsync: update } = useUpdateWebhook()
  const field = fieldRegister(form)
  const { error, ...events } = field('events')

  const save = form.handleSubmit(async (typed) => {
    try {
      if (webhook) await update({ id: webhook.id, ...typed })
      onDone(webhook ? undefined : (await create(typed)).secret)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={save} aria-label="Avvisi a un programma">
      <TextField
        label="Indirizzo del programma"
        hint="Te lo dà il programma, per esempio https://cassa.example/avvisi."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        {...field('url')}
      />
      <FieldGroup title="Quando avvisarlo">
        {webhookEvents.map((event, i) => (
          <Checkbox
            key={event}
            value={event}
            label={webhookEventNames[event]}
            error={i === webhookEvents.length - 1 ? error : undefined}
            {...events}
          />
        ))}
      </FieldGroup>
      <FieldGroup title="Che cosa mandare">
        <Checkbox
          label={
            <>
              <span>Anche i recapiti del cliente</span>
              <span className="block muted text-xs">
                Nome, email e telefono escono da Prenoto: serve un accordo con chi ti dà il programma.
              </span>
            </>
          }
          {...field('contacts')}
        />
      </FieldGroup>
      <div className="flex gap-3 flex-wrap justify-end">
        <Button look="quiet" onClick={onCancel}>
          Annulla
        </Button>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {webhook ? 'Salva' : 'Aggiungi'}
        </Button>
      </div>
    </form>
  )
}
