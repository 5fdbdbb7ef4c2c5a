import type { Service, ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import {
  createService,
  deleteService,
  listServices,
  readServiceDeletionBlocker,
  restoreService,
  updateService,
} from '@prenoto/core/services/managed-services.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { type Crud, crudCalls } from '../../lib/crud-queries.ts'

export const services: Crud<Service, ServiceInput> = {
  key: 'services',
  page: adminPaths.manageServices,
  list: async (query) => {
    const { services: items, ...tail } = await api(listServices, { query })
    return { items, ...tail }
  },
  ...crudCalls({
    create: createService,
    update: updateService,
    remove: deleteService,
    restore: restoreService,
    findDeletionBlocker: readServiceDeletionBlocker,
  }),
  getName: (service) => service.name,
}

/** The first services of the public home page. */
export const shownServicesQuery = queryOptions({
  queryKey: ['services', 'shown'],
  queryFn: () => api(listPublicServices, { query: { per_page: 6 } }),
})
