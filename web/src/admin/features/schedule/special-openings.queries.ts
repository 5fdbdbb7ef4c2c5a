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
import { type Crud, crudCalls } from '../../lib/crud-queries.ts'

const KEY = 'special-openings'

const changes = crudCalls({
  create: createSpecialOpening,
  update: updateSpecialOpening,
  remove: deleteSpecialOpening,
  restore: restoreSpecialOpening,
})

/** The special openings of a calendar: the future ones in order of date, then the past ones. */
export const specialOpeningsCrud = (calendar_id: number): Crud<Opening, SpecialOpeningInput> => ({
  key: `${KEY}-${calendar_id}`,
  list: async (query) => {
    const { openings: items, ...tail } = await api(listSpecialOpenings, { query: { ...query, calendar_id } })
    return { items, ...tail }
  },
  ...changes,
  getName: ({ day, reason }) => reason || `apertura del ${day}`,
})

export const isSpecialOpeningsQuery = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(KEY)
