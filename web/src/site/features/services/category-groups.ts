import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'

/** Up to this number of services, headings are not worth their space. */
const FEW = 5

/** Whether the list has category headings. The first page decides, so that later pages do not shift the layout. */
export const isCategorized = ({ services, has_more }: ServicePage) =>
  (has_more || services.length > FEW) && services.some(({ category }) => category)

/** The services of one category. */
export type CategoryGroup<S> = { id: string; title: string; services: S[] }

/** One group for each category, in the order of their first services. */
export function groupByCategory<S extends Pick<PublicService, 'category'>>(services: readonly S[]): CategoryGroup<S>[] {
  const groups = new Map<string, CategoryGroup<S>>()
  for (const service of services) {
    const title = service.category || 'Altri servizi'
    const group = groups.get(title)
    if (group) group.services.push(service)
    else groups.set(title, { id: `categoria-${groups.size + 1}`, title, services: [service] })
  }
  return [...groups.values()]
}
