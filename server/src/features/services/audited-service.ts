import type { Variant } from '@prenoto/core/services/service-schema.ts'
import type { ServiceRow } from './slots-of-today.ts'

const describeVariant = ({ name, duration, amount, discounted_amount }: Variant) =>
  `${name} (${duration} min, ${amount} €${discounted_amount === null ? '' : `, scontato ${discounted_amount} €`})`

/** The fields of a service that the audit trail keeps. */
export const auditedService = ({ id: _, version: __, variants, other_calendar_ids, ...service }: ServiceRow) => ({
  ...service,
  variants: variants.map(describeVariant).join(', '),
  other_calendar_ids: other_calendar_ids.join(', '),
})
