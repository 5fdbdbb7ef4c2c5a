import type { WebhookDelivery } from '@prenoto/core/webhooks/webhooks.endpoints.ts'
import { inWords } from '../../lib/formats.ts'

const FAILURES = {
  status: (status: number | null) => `il programma ha risposto ${status}`,
  timeout: () => 'il programma non ha risposto in 10 secondi',
  address: () => 'l’indirizzo non si raggiunge da internet',
  connection: () => 'il collegamento non è riuscito',
}

/** Whether no attempt has ended yet and none is held up by a pause. */
export const isLeaving = ({ state, next_attempt_at, failure }: WebhookDelivery) =>
  state === 'waiting' && next_attempt_at !== null && failure === null

/** What became of a delivery: 'Riprovo il 28/11/2026 alle 15:40: il programma ha risposto 500' */
export function describeDelivery(delivery: WebhookDelivery): string {
  const { state, attempted_at, next_attempt_at, failure, status } = delivery
  if (isLeaving(delivery)) return 'In partenza'
  if (state === 'delivered') return `Consegnato il ${inWords(attempted_at!)}`
  const reason = failure && FAILURES[failure](status)
  if (state === 'failed') return `Non consegnato: ${reason}`
  if (!next_attempt_at) return 'In attesa: gli avvisi sono in pausa'
  return `Riprovo il ${inWords(next_attempt_at)}: ${reason}`
}
