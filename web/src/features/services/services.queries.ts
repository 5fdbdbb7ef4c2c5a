import type { Service, ServiceInput } from '@prenoto/core/services/service-schema.ts'
import { createService, deleteService, listServices, updateService } from '@prenoto/core/services/services.endpoints.ts'
import { api } from '../../lib/api-client.ts'
import type { Crud } from '../../lib/crud-queries.ts'

export const services: Crud<Service, ServiceInput> = {
  key: 'services',
  list: async (query) => {
    const { services: items, ...tail } = await api(listServices, { query })
    return { items, ...tail }
  },
  create: (body) => api(createService, { headers: {}, body }),
  update: (id, body) => api(updateService, { params: { id }, body }),
  remove: (id) => api(deleteService, { params: { id } }),
}
