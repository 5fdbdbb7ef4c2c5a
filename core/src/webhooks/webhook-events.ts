/** The events that a webhook can announce, in the order of its form. */
export const webhookEvents = [
  'booking.created',
  'booking.rescheduled',
  'booking.cancelled',
  'booking.arrived',
  'booking.completed',
  'booking.no_show',
  'customer.erased',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventNames: Record<WebhookEvent, string> = {
  'booking.created': 'Nuova prenotazione',
  'booking.rescheduled': 'Prenotazione spostata',
  'booking.cancelled': 'Prenotazione disdetta',
  'booking.arrived': 'Cliente arrivato',
  'booking.completed': 'Visita conclusa',
  'booking.no_show': 'Cliente non presentato',
  'customer.erased': 'Dati di un cliente cancellati',
}

/** The event of a trial, which every webhook gets. */
export const WEBHOOK_TRIAL = 'webhook.trial'
