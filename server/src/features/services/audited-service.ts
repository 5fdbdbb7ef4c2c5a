import type { ManagedVariant } from '@prenoto/core/services/managed-service-schema.ts'
import type { Processing } from '@prenoto/core/services/processing.ts'
import type { ServiceRow } from './slots-of-today.ts'

const describeVariant = ({ name, duration, amount, discounted_amount, ...processing }: ManagedVariant) =>
  `${name} (${duration} min, ${amount} €${discounted_amount === null ? '' : `, scontato ${discounted_amount} €`}${describeProcessing(processing)})`

const describeProcessing = ({ processing_after, processing_minutes }: Partial<Processing>) =>
  processing_minutes ? `, posa di ${processing_minutes} min dopo ${processing_after} min` : ''

/** The fields of a service that the audit trail keeps. */
export const auditedService = ({ id: _, version: __, variants, other_calendar_ids, ...service }: ServiceRow) => ({
  ...service,
  variants: variants.map(describeVariant).join(', '),
  other_calendar_ids: other_calendar_ids.join(', '),
})
