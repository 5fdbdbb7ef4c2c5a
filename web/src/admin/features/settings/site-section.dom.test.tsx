import { updateConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import { readTextSettings } from '@prenoto/core/text-messages/text-messages.endpoints.ts'
import { expect } from 'vitest'
import { Refusal } from '../../testing/fake-api.ts'
import { lastPage } from '../../testing/fixtures.ts'
import { aConfiguration, expectFocused, queryClient, screen, test, within } from '../../testing/render-page.tsx'
import { configurationQuery } from '../configuration/configuration.queries.ts'
import { RulesForm } from './rules-form.tsx'
import { SiteForm } from './site-form.tsx'

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)

test('an invalid setting of the site shows its error at the field, and nothing is saved', async ({
  api,
  render,
  user,
  allowErrors,
}) => {
  allowErrors(/ApiError/)
  const save = () => user.click(screen.getByRole('button', { name: 'Salva' }))
  api.on(listPublicServices, () => ({ services: [], categories: [], ...lastPage }))
  api.on(updateConfiguration, () => new Refusal(500, { detail: 'Non ora.' }))
  render(
    <>
      <h2 id="sito-title">Sito</h2>
      <SiteForm preview={() => null} />
    </>,
    { configuration: { piva: '' } },
  )
  await screen.findByRole('form', { name: 'Sito' })
  await user.fill(field('Email'), 'ciao@')
  await save()
  await screen.findByText('Obbligatorio')
  await screen.findByText('Email non valida')
  await expectFocused(() => field('Partita IVA'))
  expect(api.changes()).toEqual([])

  await user.fill(field('Partita IVA'), '01234567897')
  await user.fill(field('Email'), 'ciao@aurora.example')
  await user.upload(field(/^Logo/), new File(['%PDF'], 'logo.pdf', { type: 'application/pdf' }))
  await screen.findByText(/^Formato non supportato/)
  await save()
  await screen.findByText('Non ora.')
  expect(api.changes()).toEqual(['PUT /configs/update'])
})

test('a rule that is turned off disappears when its number becomes 0; a saved configuration may come as key/value pairs', {
  tags: ['3.18'],
}, async ({ api, render, user }) => {
  api.on(readTextSettings, () => new Refusal(404))
  render(
    <>
      <h2 id="regole-title">Regole</h2>
      <RulesForm />
    </>,
  )
  const reminder = await screen.findByRole<HTMLInputElement>('switch', { name: 'Promemoria al cliente' })
  const days = () => screen.queryByLabelText<HTMLInputElement>('Giorni prima della visita')
  const save = () => user.click(screen.getByRole('button', { name: 'Salva' }))
  expect(days()).toBeNull()
  await user.click(reminder)
  expect(days()!.value).toBe('1')
  await user.fill(days()!, '-1')
  await save()
  await screen.findByText('Non può essere negativo.')
  await user.fill(days()!, '0')
  expect(days()).not.toBeNull()
  await user.tab()
  await expect.poll(days).toBeNull()

  const pairs = Object.entries({ ...aConfiguration, app_name: 'Salone Alba', app_booking_hours_notice: '7' })
  api.on(updateConfiguration, () => pairs.map(([key, value]) => ({ key, value })) as never)
  await save()
  await screen.findByText('Configurazioni salvate con successo')
  expect(api.listCalls(updateConfiguration)).toMatchObject([
    { body: { app_day_reminder: 0, app_booking_max_months: 0 } },
  ])
  await expect.poll(() => field('Ore prima dell’orario').value).toBe('7')
  expect(days()).toBeNull()
})

test('concurrent changes of the site are shown, and stay unless the second user overwrites them', {
  tags: ['13.37'],
}, async ({ api, render, user }) => {
  const changed = { ...aConfiguration, welcome_text: 'Vi aspettiamo.', address: 'Via Roma 1', version: 2 }
  api.on(listPublicServices, () => ({ services: [], categories: [], ...lastPage }))
  api.on(updateConfiguration, ({ body }) => ({ ...changed, ...body, version: 3 }))
  render(
    <>
      <h2 id="sito-title">Sito</h2>
      <SiteForm preview={() => null} />
    </>,
  )
  await screen.findByRole('form', { name: 'Sito' })
  await user.fill(field('Testo di benvenuto'), 'Benvenuti!')
  queryClient.setQueryData(configurationQuery.queryKey, changed)
  await user.click(await screen.findByRole('button', { name: 'Vedi che cosa è cambiato' }))
  const choice = within(
    await screen.findByRole('region', { name: 'Nel frattempo qualcun altro ha modificato questi dati' }),
  )
  expect(choice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Adesso: Via Roma 1',
    'Nel tuo modulo: vuoto',
    'Adesso: Vi aspettiamo.',
    'Nel tuo modulo: Benvenuti!',
  ])
  await user.click(choice.getByRole('button', { name: 'Tieni i miei dati' }))
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Configurazioni salvate con successo')
  expect(api.listCalls(updateConfiguration)).toMatchObject([
    { headers: { 'if-match': 2 }, body: { welcome_text: 'Benvenuti!', address: '' } },
  ])
})
