import type { DayOff, DayOffInput } from '@prenoto/core/days-off/day-off-schema.ts'
import { createDayOff, deleteDayOff, listDaysOff, updateDayOff } from '@prenoto/core/days-off/days-off.endpoints.ts'
import { madeTo } from '@prenoto/core/version.ts'
import { api } from '../../lib/api-client.ts'
import type { Crud } from '../lib/crud-queries.ts'

export const daysOff: Crud<DayOff, DayOffInput> = {
  key: 'days-off',
  list: async (query) => {
    const { daysOff: items, ...tail } = await api(listDaysOff, { query })
    return { items, ...tail }
  },
  create: (body) => api(createDayOff, { body }),
  update: (id, body, version) => api(updateDayOff, { params: { id }, headers: madeTo(version), body }),
  remove: (id) => api(deleteDayOff, { params: { id } }),
}
