import type { ServiceRow } from './services.repository.ts'

/** The fields of a service that the audit trail keeps. */
export const auditedService = ({ id: _, version: __, variants, other_calendar_ids, ...service }: ServiceRow) => ({
  ...service,
  variants: variants.map(({ name, duration, amount }) => `${name} (${duration} min, ${amount} €)`).join(', '),
  other_calendar_ids: other_calendar_ids.join(', '),
})
