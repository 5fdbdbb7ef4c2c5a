import { webhookEventNames } from '@prenoto/core/webhooks/webhook-events.ts'
import type { Webhook } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inWords } from '../../lib/formats.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { NewSecret } from '../../ui/fields/new-secret.tsx'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { RemovalDialog } from '../../ui/panels/removal-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useDeleteWebhook, useTryWebhook, useUpdateWebhook, webhooksQuery } from './webhooks.queries.ts'

/** An open dialog: the form of a new webhook, or one about a webhook. */
type Shown = { dialog: 'form' | 'log' | 'remove'; webhook?: Webhook; opener: HTMLElement }

/** The addresses of other programs that are told what happens, and what became of it. */
export function Webhooks() {
  const { data, error, isFetching, refetch } = useQuery(webhooksQuery)
  const [shown, setShown] = useState<Shown>()
  const [secret, setSecret] = useState<string>()
  const addButton = useRef<HTMLDivElement>(null)
  const close = () => setShown(undefined)
  // The focused button disappears with the change.
  const focusAdd = () => addButton.current?.querySelector('button')?.focus()

  if (!data)
    return error ? (
      <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Skeletons count={1} height={88} />
    )
  return (
    <div className="stack gap-4">
      <p>
        Prenoto può avvisare un altro programma appena succede qualcosa, per esempio quando arriva una prenotazione. Gli
        manda numeri, giorni, ore e nomi dei servizi; i recapiti dei clienti solo se lo scegli.
      </p>
      {secret && (
        <NewSecret
          text="Con questo codice il programma riconosce i nostri avvisi: copialo adesso, per sicurezza non verrà più mostrato."
          label="Codice di firma"
          value={secret}
          texts={COPY_TEXTS}
        >
          <Button
            look="quiet"
            onClick={() => {
              flushSync(() => setSecret(undefined))
              focusAdd()
            }}
          >
            Ho finito
          </Button>
        </NewSecret>
      )}
      {data.webhooks.length === 0 ? (
        <EmptyState text="Nessun programma viene avvisato." />
      ) : (
        <ul className="card rounded-l" aria-label="Programmi avvisati">
          {data.webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onShow={(dialog, opener) => setShown({ dialog, webhook, opener })}
            />
          ))}
        </ul>
      )}
      <div ref={addButton}>
        <Button look="quiet" onClick={(event) => setShown({ dialog: 'form', opener: event.currentTarget })}>
          Aggiungi un programma da avvisare
        </Button>
      </div>
      {shown?.dialog === 'form' && (
        <Dialog title="Avvisi a un programma" opener={shown.opener} onClose={close}>
          <WebhookForm
            webhook={shown.webhook}
            onCancel={close}
            onDone={(newSecret) => {
              flushSync(close)
              setSecret(newSecret)
            }}
          />
        </Dialog>
      )}
      {shown?.dialog === 'log' && (
        <Dialog title="Ultimi avvisi" opener={shown.opener} onClose={close}>
          <Deliveries webhookId={shown.webhook!.id} />
        </Dialog>
      )}
      {shown?.dialog === 'remove' && (
        <Removal webhook={shown.webhook!} opener={shown.opener} onClose={close} onRemoved={focusAdd} />
      )}
    </div>
  )
}

const COPY_TEXTS = {
  button: 'Copia il codice',
  copied: 'Codice copiato.',
  selected: 'Il codice è selezionato: copialo con la tastiera o con il menu.',
}

const PAUSES: Record<NonNullable<Webhook['paused_by']>, string> = {
  staff: 'In pausa',
  failures: 'In pausa: da tre giorni non arriva niente',
  gone: 'In pausa: il programma non vuole più avvisi',
}

type WebhookRowProps = { webhook: Webhook; onShow: (dialog: Shown['dialog'], opener: HTMLElement) => void }

function WebhookRow({ webhook, onShow }: WebhookRowProps) {
  const { id, url, events, contacts, paused_at, paused_by, waiting } = webhook
  const { mutate: update, isPending: isChanging } = useUpdateWebhook()
  const { mutate: test, isPending: isTesting } = useTryWebhook()
  const { host } = new URL(url)
  const isPaused = paused_at !== null
  const changePause = () =>
    update(
      { id, url, events, contacts, is_paused: !isPaused },
      {
        onSuccess: () => showToast('success', isPaused ? 'Avvisi ripresi.' : 'Avvisi in pausa.'),
        onError: reportFailure,
      },
    )
  const sendTest = () =>
    test(id, { onSuccess: () => showToast('success', 'Prova in partenza: guarda gli ultimi avvisi.') })
  const about = <VisuallyHidden>{` ${host}, ${id}`}</VisuallyHidden>
  return (
    <li className="grid gap-3 p-4 ruled">
      <div className="grid gap-1 min-w-0 break-words">
        <p className="semibold" translate="no">
          {url}
        </p>
        <p className="flex gap-2 flex-wrap">
          {paused_by && <Badge tone="warning">{PAUSES[paused_by]}</Badge>}
          {contacts && <Badge>Con i recapiti</Badge>}
        </p>
        <p className="muted text-s">{events.map((event) => webhookEventNames[event]).join(', ')}</p>
        <p className="muted text-s empty-hidden">
          {[isPaused && `In pausa dal ${inWords(paused_at)}.`, waiting > 0 && `Avvisi che aspettano: ${waiting}.`]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <div className="flex gap-3 flex-wrap">
        <Button look="quiet" onClick={(event) => onShow('log', event.currentTarget)}>
          <span>Ultimi avvisi</span>
          {about}
        </Button>
        <Button look="quiet" loading={isTesting} onClick={sendTest}>
          <span>Invia una prova</span>
          {about}
        </Button>
        <Button look="quiet" loading={isChanging} onClick={changePause}>
          <span>{isPaused ? 'Riprendi' : 'Metti in pausa'}</span>
          {about}
        </Button>
        <Button look="quiet" onClick={(event) => onShow('form', event.currentTarget)}>
          <span>Modifica</span>
          {about}
        </Button>
        <Button look="quiet" onClick={(event) => onShow('remove', event.currentTarget)}>
          <span>Togli</span>
          {about}
        </Button>
      </div>
    </li>
  )
}

type RemovalProps = { webhook: Webhook; opener: HTMLElement; onClose: () => void; onRemoved: () => void }

function Removal({ webhook: { id, url }, opener, onClose, onRemoved }: RemovalProps) {
  const { mutateAsync: remove } = useDeleteWebhook()
  return (
    <RemovalDialog
      title="Togli il programma"
      confirmText="Togli"
      opener={opener}
      onClose={onClose}
      remove={() => remove(id)}
      onRemoved={() => {
        onRemoved()
        showToast('success', 'Il programma non riceve più avvisi.')
      }}
    >
      <p>
        <strong translate="no">{url}</strong>
        <span>{' non riceve più niente, nemmeno gli avvisi che aspettano.'}</span>
      </p>
    </RemovalDialog>
  )
}
