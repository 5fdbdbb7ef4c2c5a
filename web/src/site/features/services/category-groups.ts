import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { Category } from '@prenoto/core/services/services.endpoints.ts'

/** Up to this number of services, headings are not worth their space. */
const FEW = 5

export const countServices = (categories: readonly Pick<Category, 'services'>[]) =>
  categories.reduce((sum, { services }) => sum + services, 0)

/** Whether the list has category headings. */
export const isCategorized = (categories: readonly Category[]) =>
  countServices(categories) > FEW && categories.some(({ name }) => name)

type NamedCategory = Pick<Category, 'name'>

/** The services of one category; none as long as they are not loaded. */
export type CategoryGroup<S, C> = { id: string; title: string; category: C; services: S[] }

/** One group for each category, in their order. Services of a category that is new are left out until it is known. */
export const groupByCategory = <S extends Pick<PublicService, 'category'>, C extends NamedCategory>(
  services: readonly S[],
  categories: readonly C[],
): CategoryGroup<S, C>[] =>
  categories.map((category, i) => ({
    id: `categoria-${i + 1}`,
    title: category.name || 'Altri servizi',
    category,
    services: services.filter((service) => service.category === category.name),
  }))
