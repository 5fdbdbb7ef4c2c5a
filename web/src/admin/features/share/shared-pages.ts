import type { BookingSource } from '@prenoto/core/bookings/booking-source.ts'
import { CHOICE } from '@prenoto/core/bookings/chosen-visit.ts'
import { listServices } from '@prenoto/core/services/managed-services.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { paths } from '../../../lib/paths.ts'
import type { ChoiceList, CursorList } from '../../lib/crud-queries.ts'

type SharedPage = { id: number; name: string }

export const HOME = 0
const LIST = -1

const SITE: SharedPage[] = [
  { id: HOME, name: 'La pagina iniziale' },
  { id: LIST, name: 'L’elenco dei servizi' },
]

/** The home page, the list of services and the booking page of each shown service, by its id. */
export const sharedPages: ChoiceList<SharedPage> = {
  key: 'shared-pages',
  list: async (query) => {
    const { services, ...tail } = await api(listServices, { query: { ...query, visibility: 'shown' } })
    return { items: query.last_id === undefined ? [...SITE, ...services] : services, ...tail }
  },
  find: async (ids) => (await api(listServices, { query: { ids: ids.join(), per_page: ids.length } })).services,
}

export const searchedPages = (search: string): CursorList<SharedPage> => ({
  key: `shared-pages search ${search}`,
  list: async (query) => {
    const { services, ...tail } = await api(listServices, { query: { ...query, visibility: 'shown', search } })
    return { items: services, ...tail }
  },
})

/** The address of a page that names where visitors found it. */
export function withSource(address: string, source: BookingSource) {
  const { href } = Object.assign(new URL(address), { search: `${CHOICE.source}=${source}` })
  return href
}

/** The path of a page; that of the home page is empty. */
export function sharedPath(id: number) {
  if (id === HOME) return ''
  return id === LIST ? paths.services : paths.booking(id)
}
