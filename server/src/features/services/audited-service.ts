import type { CalendarTerms } from '@prenoto/core/services/by-calendar.ts'
import type { ManagedVariant } from '@prenoto/core/services/managed-service-schema.ts'
import type { Processing } from '@prenoto/core/services/processing.ts'
import type { ServiceRow } from './slots-of-today.ts'

const describeVariant = ({ name, duration, amount, discounted_amount, ...processing }: ManagedVariant) =>
  `${name} (${duration} min, ${amount} €${discounted_amount === null ? '' : `, scontato ${discounted_amount} €`}${describeProcessing(processing)})`

const describeProcessing = ({ processing_after, processing_minutes }: Partial<Processing>) =>
  processing_minutes ? `, posa di ${processing_minutes} min dopo ${processing_after} min` : ''

const describeTerms = ({ calendar_id, duration, amount, discounted_amount }: CalendarTerms) =>
  `calendario ${calendar_id}: ${[
    duration !== null && `${duration} min`,
    amount !== null && `${amount} €`,
    discounted_amount !== null && `scontato ${discounted_amount} €`,
  ]
    .filter(Boolean)
    .join(', ')}`

/** The fields of a service that the audit trail keeps. */
export const auditedService = ({
  id: _,
  version: __,
  variants,
  by_calendar,
  other_calendar_ids,
  ...service
}: ServiceRow) => ({
  ...service,
  by_calendar: by_calendar.map(describeTerms).join('; '),
  variants: variants.map(describeVariant).join(', '),
  other_calendar_ids: other_calendar_ids.join(', '),
})
