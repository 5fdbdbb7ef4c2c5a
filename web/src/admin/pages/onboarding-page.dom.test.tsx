import { createCalendar } from '@prenoto/core/calendars/calendars.endpoints.ts'
import {
  readConfiguration,
  updateConfiguration,
  uploadLogo,
} from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { openingTime } from '@prenoto/core/onboarding/opening-times.ts'
import { createService } from '@prenoto/core/services/managed-services.endpoints.ts'
import { pngBomb } from '@prenoto/test-support/formats/png-bomb.ts'
import { expect } from 'vitest'
import { configurationQuery } from '../features/configuration/configuration.queries.ts'
import { LOST, Refusal } from '../testing/fake-api.ts'
import {
  aConfiguration,
  test as base,
  expectFocused,
  queryClient,
  screen,
  segmentsText,
  within,
} from '../testing/render-page.tsx'
import OnboardingPage from './onboarding-page.tsx'

const STEPS = ['Dati Base', 'Aspetto', 'Prenotazioni', 'Calendario', 'Orari', 'Servizio'] as const
type Step = (typeof STEPS)[number]

const brandNew = { app_primary_color: '', piva: '', email: '', welcome_text: '', contact_text: '' }

const form = () => within(screen.getByRole('form'))
const field = (name: string | RegExp) => form().getByLabelText<HTMLInputElement>(name)
const findStep = (name: Step) => screen.findByRole('form', { name })
const day = (name: string) => within(form().getByRole('group', { name }))
const findCompleted = () => screen.findByRole('heading', { name: /^COMPLETATO/ })
const picture = (content: BlobPart, name = 'logo.png', type = 'image/png') => new File([content], name, { type })
const png = (width: number, height: number) => picture(new Uint8Array(pngBomb(width, height)))

/** The sessionStorage of a tab in which an owner stopped at this step. */
function storeDraft(step: Step) {
  const times = [1, 2, 3, 4, 5, 6].map((weekDay) => openingTime(weekDay, '08:00', '12:00'))
  const { app_logo: _, ...site } = aConfiguration
  const values: Partial<OnboardingForm> = {
    ...site,
    app_day_reminder: 1,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    calendar: {
      name: 'Sala',
      description: 'La sala grande',
      from: '2026-01-01',
      to: '',
      simultaneous_bookings_number: 1,
    },
    opening_times: step === 'Orari' ? [] : times,
    service: { name: 'Taglio', duration: 45, amount: '35.50', discounted_amount: '0.00', description: '' },
  }
  sessionStorage.setItem('onboarding_draft', JSON.stringify({ step: STEPS.indexOf(step), values }))
}

const test = base.extend('go', ({ user }) => {
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { forward: () => press('Avanti'), back: () => press('Indietro'), save: () => press('Salva') }
})

test('every step starts with defaults, shows its errors after a touch or an attempt to leave, and blocks the next step', {
  tags: ['4.20', '5.26', '9.20', '13.21', '13.22', '13.175'],
}, async ({ api, render, user, go }) => {
  api.on(updateConfiguration, ({ body }) => ({ ...aConfiguration, ...body }))
  api.on(createCalendar, ({ body }) => ({ ...body, id: 3, version: 1 }) as never)
  api.on(createService, ({ body }) => ({ ...body, id: 4, version: 1 }) as never)
  const value = (name: string | RegExp) => field(name).value
  const expectErrors = async (...texts: (string | RegExp)[]) => {
    for (const text of texts) await form().findAllByText(text)
  }
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Dati Base')
  expect(value('Nome dell’attività')).toBe('Salone Aurora')

  await user.click(field('Email'))
  await user.tab()
  await expectErrors('Obbligatorio')
  expect(screen.getAllByText('Obbligatorio')).toHaveLength(1)
  await user.fill(field('Email'), 'ciao@')
  await expectErrors('Email non valida')
  await user.fill(field('Nome dell’attività'), '')
  await user.fill(field('Partita IVA'), '01234567890')
  await expectErrors('Non sembra giusta: ricontrollala.')
  await go.forward()
  await expectErrors('Obbligatorio', 'Email non valida')
  await expectFocused(() => field('Nome dell’attività'))
  await user.fill(field('Nome dell’attività'), 'Salone Aurora')
  await user.fill(field('Partita IVA'), '01234567897')
  await user.fill(field('Email'), 'ciao@aurora.example')
  await go.forward()

  await findStep('Aspetto')
  expect(value('Colore principale')).toBe('#fb923c')
  expect(value('Testo sul principale')).toBe('#ffffff')
  expect(value('Testo di benvenuto')).toMatch(/^Prenota online/)
  expect(value('Testo dei contatti')).toMatch(/^Hai una domanda\?/)
  for (const name of ['Testo di benvenuto', 'Testo dei contatti']) await user.fill(field(name), '')
  await go.forward()
  await expect.poll(() => form().queryAllByText('Obbligatorio')).toHaveLength(2)
  await expectFocused(() => field('Testo di benvenuto'))
  const color = field('Colore principale')
  expect(form().queryByText(/^Qui si legge male/)).toBeNull()
  await user.fill(color, '#fde68a')
  await expectErrors(/^Qui si legge male/, 'PNG, JPEG, WebP, GIF o AVIF, fino a 5 MB e 25 megapixel.')
  await user.fill(color, 'rosso')
  await go.forward()
  await expectErrors('Colore non valido.')
  await user.fill(color, '#7c3aed')
  for (const name of ['Testo di benvenuto', 'Testo dei contatti']) await user.fill(field(name), 'Ciao')
  await go.forward()

  await findStep('Prenotazioni')
  const mustBeMore = () => form().queryAllByText('Deve essere maggiore di 0')
  const rules = [/^Promemoria/, /^Si prenota/, /^Preavviso/].map(field)
  expect(rules.map((rule) => rule.value)).toEqual(['1', '3', '2'])
  for (const rule of rules) await user.fill(rule, '0')
  await user.keyboard('{Enter}')
  await expect.poll(mustBeMore).toHaveLength(3)
  await user.fill(rules[0]!, '1')
  await expect.poll(mustBeMore).toHaveLength(2)
  for (const rule of rules) await user.fill(rule, '2')
  await user.click(field(/^Più prenotazioni/))
  await go.forward()

  await findStep('Calendario')
  expect(value(/contemporanee$/)).toBe('1')
  const start = form().getByRole('group', { name: 'Data inizio' })
  const today = new Intl.DateTimeFormat('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'short' }).format(new Date())
  expect(segmentsText(start).replace('/20', '/')).toBe(today)
  for (const part of within(start).getAllByRole('spinbutton').reverse()) {
    await user.click(part)
    await user.keyboard('{Backspace>4}')
  }
  await go.forward()
  await expectErrors('Il nome è obbligatorio.', 'La descrizione è obbligatoria.', 'La data di inizio è obbligatoria.')
  await user.fill(field('Nome'), 'Sala')
  await user.fill(field('Descrizione'), 'La sala grande')
  await user.typeSegments(start, '2026-01-01')
  await user.fill(field(/contemporanee$/), '')
  await go.forward()
  await expectErrors('Il numero massimo di prenotazioni è obbligatorio.')
  await user.fill(field(/contemporanee$/), '2')

  await go.back()
  await findStep('Prenotazioni')
  await user.click(field(/^Più prenotazioni/))
  await go.forward()
  await findStep('Calendario')
  expect(form().queryByLabelText(/contemporanee$/)).toBeNull()
  await go.forward()

  await findStep('Orari')
  for (const closed of form().getAllByLabelText<HTMLInputElement>('Chiuso')) expect(closed.checked).toBe(true)
  await go.forward()
  await expectErrors('Devi aggiungere almeno un orario')
  await expectFocused(() => day('Lunedì').getByLabelText('Chiuso'))
  await user.click(day('Lunedì').getByLabelText('Normale'))
  await expect.poll(() => form().queryByText('Devi aggiungere almeno un orario')).toBeNull()
  await go.forward()

  await findStep('Servizio')
  const [price, discounted] = [field('Prezzo (€)'), field('Prezzo scontato (€)')]
  expect([value('Durata (min)'), price.value, discounted.value]).toEqual(['0', '0,00', '0,00'])
  await user.fill(price, 'tanto')
  await user.fill(discounted, '1,234')
  await go.save()
  await expectErrors(
    'Il nome è obbligatorio.',
    'La durata deve essere almeno 1 minuto.',
    'Formato importo non valido.',
    'Formato importo scontato non valido.',
  )
  await expectFocused(() => field('Nome'))
  await user.fill(price, '123456789')
  await expectErrors('L’importo è troppo alto: al massimo 99.999.999,99 €.')
  await user.fill(price, '20')
  await user.fill(discounted, '20,01')
  await expectErrors('È più alto del prezzo: ricontrollalo.')
  await user.fill(discounted, '0,00')
  await user.fill(price, '35,50')
  await user.fill(field('Nome'), 'Taglio')
  await user.fill(field('Durata (min)'), '45')
  await go.save()
  await findCompleted()
  expect(api.listCalls(createService)).toMatchObject([{ body: { amount: '35.50', discounted_amount: '0.00' } }])
  // A calendar takes one booking at a time unless the business allows several.
  expect(api.listCalls(createCalendar)).toMatchObject([{ body: { simultaneous_bookings_number: 1 } }])
})

test('a logo that would look bad, is too large or cannot be read says so', { tags: ['13.175'] }, async ({
  render,
  user,
}) => {
  storeDraft('Aspetto')
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Aspetto')
  for (const [file, message] of [
    [png(400, 20), 'È molto più largo che alto: sul sito sarà alto appena 10 pixel.'],
    [png(30, 30), 'È alto appena 30 pixel: sul sito sarà sgranato.'],
    [png(6000, 5000), 'L’immagine è troppo grande: usane una fino a 25 megapixel.'],
    [picture('<svg/>', 'logo.svg', 'image/svg+xml'), /^Formato non supportato/],
    [picture('no'), 'L’immagine è danneggiata e non può essere letta.'],
  ] as const) {
    await user.upload(field(/^Logo/), file)
    await form().findByText(message)
  }
  expect(form().queryByRole('img', { name: 'Il logo scelto' })).toBeNull()
})

test('the hours of a day are closed, continuous or split, and can be copied to all days', {
  tags: ['2.92', '3.8', '9.20'],
}, async ({ render, user, go }) => {
  storeDraft('Orari')
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Orari')
  const times = (name: string) => day(name).queryAllByRole('group').map(segmentsText)
  const hour = (name: string) => form().getByRole('group', { name })
  const monday = day('Lunedì')
  await user.click(monday.getByLabelText('Continuato'))
  expect(times('Lunedì')).toEqual(['08:00', '12:00'])
  await user.typeSegments(hour('Lunedì: chiusura'), '15:30')
  await user.click(monday.getByLabelText('Normale'))
  expect(times('Lunedì')).toEqual(['08:00', '12:00', '14:00', '18:00'])

  const opening = hour('Lunedì, primo orario: apertura')
  await user.typeSegments(opening, '09:15')
  await user.click(within(hour('Lunedì, primo orario: chiusura')).getAllByRole('spinbutton')[0]!)
  await user.click(within(opening).getAllByRole('spinbutton')[1]!)
  await user.keyboard('{Backspace}{Backspace}')
  await expect.poll(() => segmentsText(opening)).toBe('09:––')
  await user.click(within(hour('Lunedì, primo orario: chiusura')).getAllByRole('spinbutton')[0]!)
  await expect.poll(() => times('Lunedì')).toEqual(['09:15', '12:00', '14:00', '18:00'])

  await user.click(day('Martedì').getByLabelText('Continuato'))
  await user.typeSegments(hour('Martedì: chiusura'), '07:00')
  await user.click(day('Mercoledì').getByLabelText('Chiuso'))
  await day('Martedì').findByText('La chiusura deve essere dopo l’apertura.')
  await go.forward()
  await findStep('Orari')

  await user.click(monday.getByRole('button', { name: 'Copia su tutti i giorni (da lunedì)' }))
  await screen.findByText('Gli orari di lunedì valgono ora per tutti i giorni.')
  for (const name of ['Martedì', 'Mercoledì', 'Domenica'])
    expect(times(name)).toEqual(['09:15', '12:00', '14:00', '18:00'])
  await user.click(day('Domenica').getByLabelText('Chiuso'))
  expect(times('Domenica')).toEqual([])
  await go.forward()
  await findStep('Servizio')
})

test('the draft survives going back, the Back button and a reload; a logo that is lost or refused is asked for again', {
  tags: ['4.20', '8.11', '13.18', '13.19', '13.20'],
}, async ({ api, render, user, go, allowErrors }) => {
  allowErrors(/ApiError/)
  const detail = 'L’immagine è troppo grande: usane una fino a 25 megapixel.'
  api.on(uploadLogo, () => new Refusal(422, { detail, errors: [{ path: 'logo', message: detail }] }))
  api.on(updateConfiguration, ({ body }) => ({ ...aConfiguration, ...body }))
  api.on(createCalendar, ({ body }) => ({ ...body, id: 3, version: 1 }) as never)
  api.on(createService, ({ body }) => ({ ...body, id: 4, version: 1 }) as never)
  const end = () => form().getByRole('group', { name: 'Data fine (facoltativa)' })
  const typeEnd = async (digits: string) => {
    await user.click(within(end()).getAllByRole('spinbutton')[0]!)
    await user.keyboard(digits)
  }
  const welcome = 'Tagli\ne colore'
  storeDraft('Aspetto')
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Aspetto')
  await user.upload(field(/^Logo/), png(300, 100))
  await user.fill(field('Testo di benvenuto'), welcome)
  await form().findByRole('img', { name: 'Il logo scelto' })
  await go.forward()
  await findStep('Prenotazioni')
  await expectFocused(() => screen.getByRole('heading', { level: 2 }))
  await go.forward()
  await findStep('Calendario')
  await typeEnd('3112')
  await expect.poll(() => segmentsText(end())).toBe('31/12/aaaa')

  await go.back()
  await findStep('Prenotazioni')
  history.back()
  await findStep('Aspetto')
  expect(field('Testo di benvenuto').value).toBe(welcome)
  history.back()
  await findStep('Dati Base')
  await user.fill(field('Email'), '')
  history.forward()
  await form().findByText('Obbligatorio')
  await user.fill(field('Email'), 'salone@aurora.example')
  history.forward()
  await findStep('Aspetto')

  // Without IndexedDB the file does not survive.
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Aspetto')
  await form().findByText('Il logo che avevi scelto non c’è più: sceglilo di nuovo.')
  expect(field('Testo di benvenuto').value).toBe(welcome)
  await user.upload(field(/^Logo/), png(300, 100))
  await form().findByRole('img', { name: 'Il logo scelto' })
  for (const step of ['Prenotazioni', 'Calendario'] as const) {
    await go.forward()
    await findStep(step)
  }
  await expect.poll(() => segmentsText(end())).toBe('31/12/aaaa')
  await go.forward()
  await form().findByText('Data non valida.')
  await typeEnd('31122030')
  for (const step of ['Orari', 'Servizio'] as const) {
    await go.forward()
    await findStep(step)
  }

  await go.save()
  await findStep('Aspetto')
  await form().findByText(detail)
  expect(api.changes()).toEqual(['POST /configs/upload-logo'])
  api.on(uploadLogo, () => ({ photo_url: '/api/client/logos/1', version: 2 }))
  await user.upload(field(/^Logo/), png(300, 100))
  await expect.poll(() => form().queryByText(detail)).toBeNull()
  for (const step of ['Prenotazioni', 'Calendario', 'Orari', 'Servizio'] as const) {
    await go.forward()
    await findStep(step)
  }
  await go.save()
  await findCompleted()
  expect(api.listCalls(updateConfiguration)).toMatchObject([
    { headers: { 'if-match': 2 }, body: { welcome_text: welcome, email: 'salone@aurora.example' } },
  ])
  expect(api.listCalls(createCalendar)).toMatchObject([{ body: { to: '2030-12-31' } }])
})

test('a save that fails half-way is repeated after a correction and a reload, under the same keys', {
  tags: ['4.20', '8.11'],
}, async ({ api, render, user, go, allowErrors }) => {
  const errors = allowErrors(/ApiError|^Errore: calendario/)
  const failed = 'Errore: calendario non creato correttamente'
  const save = async () => {
    await go.save()
    await expect.poll(() => screen.getByRole('button', { name: 'Salva' }).getAttribute('aria-busy')).toBeNull()
  }
  let saved = { ...aConfiguration, ...brandNew }
  api.on(updateConfiguration, ({ headers, body }) => {
    if (headers['if-match'] !== saved.version) return new Refusal(409, { current: saved })
    saved = { ...saved, ...body, version: saved.version + 1 }
    return saved
  })
  api.on(createCalendar, () => LOST)
  storeDraft('Servizio')
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Servizio')
  await save()
  await expect.poll(() => errors).toContain(failed)
  expect(screen.queryByRole('alert')).toBeNull()

  // The business counts as set up now, but the admin returns to finish and corrects a field.
  api.on(createCalendar, ({ body }) => ({ ...body, id: 3, version: 1 }) as never)
  api.on(createService, () => new Refusal(500, { detail: 'Non ora.' }))
  render(<OnboardingPage />, { configuration: saved })
  await findStep('Servizio')
  await go.back()
  await findStep('Orari')
  await go.back()
  await findStep('Calendario')
  await user.fill(field('Nome'), 'Saletta')
  await go.forward()
  await findStep('Orari')
  await go.forward()
  await findStep('Servizio')
  await save()
  await expect.poll(() => api.listCalls(createService)).toHaveLength(1)
  await findStep('Servizio')

  api.on(createService, ({ body }) => ({ ...body, id: 4, version: 1 }) as never)
  await user.fill(field('Nome'), 'Piega')
  await go.save()
  await findCompleted()
  const headers = { 'idempotency-key': 'onboarding' }
  expect(api.listCalls(createCalendar)).toMatchObject(
    ['Sala', 'Saletta', 'Saletta'].map((name) => ({ headers, body: { name } })),
  )
  expect(api.listCalls(createService)).toMatchObject(
    ['Taglio', 'Piega'].map((name) => ({ headers, body: { name, calendar_id: 3 } })),
  )
})

test('an onboarding that was left open does not overwrite a completed business', { tags: ['13.38'] }, async ({
  api,
  render,
  go,
  allowErrors,
}) => {
  allowErrors(/ApiError/)
  const completed = { ...aConfiguration, app_name: 'Studio Aurora', version: 2 }
  const expectNotice = () => screen.findByText(/^Nel frattempo qualcun altro ha configurato il sito/)
  api.on(updateConfiguration, () => new Refusal(409, { current: completed }))
  storeDraft('Servizio')
  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Servizio')
  api.on(readConfiguration, () => completed)

  await go.save()

  await expectNotice()
  expect(screen.queryByRole('form')).toBeNull()
  expect(api.changes()).toEqual(['PUT /configs/update'])

  render(<OnboardingPage />, { configuration: brandNew })
  await findStep('Dati Base')
  queryClient.setQueryData(configurationQuery.queryKey, completed)
  await expectNotice()
})

test('a user who is no admin cannot complete the onboarding', { tags: ['2.97'] }, async ({ render }) => {
  render(<OnboardingPage />, { configuration: brandNew, user: { role: 'editor' } })
  await screen.findByText(/può farlo solo un amministratore/)
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
})
