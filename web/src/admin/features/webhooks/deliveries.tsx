import { WEBHOOK_TRIAL, webhookEventNames } from '@prenoto/core/webhooks/webhook-events.ts'
import type { WebhookDelivery } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inWords } from '../../lib/formats.ts'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { describeDelivery } from './delivery-text.ts'
import { deliveriesQuery, useReplayDelivery } from './webhooks.queries.ts'

/** The latest deliveries of a webhook. */
export function Deliveries({ webhookId }: { webhookId: number }) {
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(webhookId))
  const { mutate: replay, isPending, variables } = useReplayDelivery()
  if (!data)
    return error ? (
      <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Skeletons count={3} height={64} />
    )
  if (data.deliveries.length === 0) return <EmptyState text="Non c’è ancora nessun avviso." />
  return (
    <ul className="card rounded-m" aria-label="Ultimi avvisi">
      {data.deliveries.map((delivery) => (
        <li key={delivery.id} className="row gap-3 flex-wrap justify-between p-4 ruled">
          <div className="grid gap-1 min-w-0 flex-1 break-words">
            <p className="semibold">{nameOfEvent(delivery)}</p>
            <p className="muted text-s">{`${inWords(delivery.happened_at)}`}</p>
            <p className="text-s">{describeDelivery(delivery)}</p>
          </div>
          {delivery.state !== 'waiting' && (
            <Button
              look="quiet"
              loading={isPending && variables.delivery === delivery.id}
              onClick={() => replay({ id: webhookId, delivery: delivery.id })}
            >
              Invia di nuovo<VisuallyHidden>{` ${nameOfEvent(delivery)}, ${delivery.id}`}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const nameOfEvent = ({ event, booking_id }: WebhookDelivery) => {
  if (event === WEBHOOK_TRIAL) return 'Prova'
  return booking_id === null ? webhookEventNames[event] : `${webhookEventNames[event]} (n. ${booking_id})`
}
