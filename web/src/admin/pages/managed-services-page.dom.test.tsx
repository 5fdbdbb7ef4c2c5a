import { listServices } from '@prenoto/core/services/managed-services.endpoints.ts'
import { aManagedService } from '@prenoto/test-support/fixtures/services.ts'
import { expect } from 'vitest'
import { lastPage } from '../testing/fixtures.ts'
import { screen, test } from '../testing/render-page.tsx'
import ManagedServicesPage from './managed-services-page.tsx'

test('services are found by name or category', { tags: ['2.67'] }, async ({ api, render, user }) => {
  const services = Array.from({ length: 25 }, (_, i) =>
    aManagedService({ id: i + 1, name: `Servizio ${i + 1}`, category: i < 10 ? 'Capelli' : 'Viso' }),
  )
  api.on(listServices, ({ query: { last_id = 0, per_page } }) => {
    const rest = services.filter(({ id }) => id > last_id)
    const page = rest.slice(0, per_page)
    return {
      services: page,
      last_id: page.at(-1)?.id ?? null,
      has_more: rest.length > per_page,
      total: services.length,
    }
  })
  render(<ManagedServicesPage />)
  await screen.findByText('Page 1 of 3')
  const search = screen.getByRole('searchbox', { name: 'Cerca nell’elenco' })
  await user.fill(search, 'viso')
  await screen.findByText('Page 1 of 2')
  await user.fill(search, 'servizio 25')
  await expect.poll(() => screen.getAllByRole('row')).toHaveLength(2)
  await user.fill(search, 'zzz')
  await expect.poll(() => screen.getAllByText('Nessun servizio trovato.')).toHaveLength(2)

  api.on(listServices, () => ({ services: [], ...lastPage }))
  render(<ManagedServicesPage />)
  await screen.findByText('Non ci sono servizi disponibili')
})
