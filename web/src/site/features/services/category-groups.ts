import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'

/** Fewer are seen at a glance. */
const HANDFUL = 5

/** Whether a business has more than a handful of services and sorts them: the first page tells, and nothing moves later. */
export const isCategorized = ({ services, has_more }: ServicePage) =>
  (has_more || services.length > HANDFUL) && services.some(({ category }) => category)

/** Services of one category that follow each other. */
export type CategoryGroup<S> = { id: string; title: string; services: S[] }

/** The services in their order, parted where the category changes. */
export function groupByCategory<S extends Pick<PublicService, 'category'>>(services: readonly S[]): CategoryGroup<S>[] {
  const runs: CategoryGroup<S>[] = []
  for (const service of services) {
    const title = service.category || 'Altri servizi'
    const last = runs.at(-1)
    if (last?.title === title) last.services.push(service)
    else runs.push({ id: `categoria-${runs.length + 1}`, title, services: [service] })
  }
  return runs
}
