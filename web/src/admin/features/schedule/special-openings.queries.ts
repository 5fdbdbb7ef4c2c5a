import { idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import type { Opening, SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
import {
  createSpecialOpening,
  deleteSpecialOpening,
  listSpecialOpenings,
  restoreSpecialOpening,
  updateSpecialOpening,
} from '@prenoto/core/schedule/special-openings.endpoints.ts'
import type { Query } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import type { Crud } from '../../lib/crud-queries.ts'

const KEY = 'special-openings'

/** The special openings of a calendar: the future ones in order of date, then the past ones. */
export const specialOpeningsCrud = (calendar_id: number): Crud<Opening, SpecialOpeningInput> => ({
  key: `${KEY}-${calendar_id}`,
  list: async (query) => {
    const { openings: items, ...tail } = await api(listSpecialOpenings, { query: { ...query, calendar_id } })
    return { items, ...tail }
  },
  create: (body, key) => api(createSpecialOpening, { headers: idempotencyHeader(key), body }),
  update: (id, body, version) => api(updateSpecialOpening, { params: { id }, headers: ifMatchHeader(version), body }),
  remove: (id) => api(deleteSpecialOpening, { params: { id } }),
  restore: (id) => api(restoreSpecialOpening, { params: { id } }),
  getName: ({ day, reason }) => reason || `apertura del ${day}`,
})

export const isSpecialOpeningsQuery = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(KEY)
