import { join } from 'node:path'
import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { openingTime } from '@prenoto/core/onboarding/opening-times.ts'
import type { Locator, Page } from 'playwright-core'
import { expectVisible } from './expectations.ts'
import { typeDate } from './typing.ts'

export const STEPS = ['Dati Base', 'Aspetto', 'Prenotazioni', 'Calendario', 'Orari', 'Servizio'] as const
export type Step = (typeof STEPS)[number]

/** A wide picture with a transparent background. */
export const LOGO = join(import.meta.dirname, 'logo.png')

/** The onboarding of an owner who has filled in every step. */
export const DRAFT: OnboardingForm = {
  app_name: 'Salone Aurora',
  piva: '01234567897',
  email: 'ciao@aurora.example',
  address: '',
  phone: '',
  whatsapp: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  welcome_text: 'Tagli e colore\nnel cuore di Bologna.',
  contact_text: 'Scrivici quando vuoi.',
  app_primary_color: '#7c3aed',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#f97316',
  app_secondary_text_color: '#ffffff',
  app_day_reminder: 1,
  app_booking_max_months: 2,
  app_booking_hours_notice: 3,
  app_simultaneous_bookings_enabled: false,
  calendar: {
    name: 'Sala',
    description: 'La sala grande',
    from: '2026-01-01',
    to: '',
    simultaneous_bookings_number: 1,
  },
  opening_times: [1, 2, 3, 4, 5, 6].map((weekDay) => openingTime(weekDay, '08:00', '12:00')),
  service: { name: 'Taglio', duration: 45, amount: '35.50', discounted_amount: '0.00', description: '' },
}

export const findStep = (page: Page, step: Step) => page.getByRole('form', { name: step })
export const forward = (page: Page) => page.getByRole('button', { name: 'Avanti' }).click()
export const save = (page: Page) => page.getByRole('button', { name: 'Salva' }).click()
export const findCompleted = (page: Page) =>
  page.getByRole('heading', { name: 'COMPLETATO - La tua configurazione è completa.' })
export const findDay = (form: Page | Locator, day: string) => form.getByRole('group', { name: day, exact: true })

/** Fills in the form of each step. */
const FILLED: Record<Step, (form: Locator) => Promise<unknown>> = {
  async 'Dati Base'(form) {
    await form.getByLabel('Nome dell’attività').fill('Salone Aurora')
    await form.getByLabel('Partita IVA').fill('01234567897')
    await form.getByLabel('Email').fill('ciao@aurora.example')
    await form.getByLabel(/^Indirizzo/).fill('Via Roma 1, Bologna')
    await form.getByLabel(/^Telefono/).fill('051 000 0199')
    await form.getByLabel(/^WhatsApp/).fill('+39 333 000-0199')
    await form.getByLabel(/^Instagram/).fill('instagram.example/aurora')
  },
  async Aspetto(form) {
    await form.getByLabel(/^Logo/).setInputFiles(LOGO)
    await form.getByLabel('Testo di benvenuto').fill('Tagli e colore\nnel cuore di Bologna.')
    await form.getByLabel('Testo dei contatti').fill('Scrivici quando vuoi.')
    await form.getByLabel('Colore principale', { exact: true }).fill('#7c3aed')
  },
  async Prenotazioni(form) {
    await form.getByLabel(/^Promemoria/).fill('1')
    await form.getByLabel(/^Si prenota/).fill('2')
    await form.getByLabel(/^Preavviso/).fill('3')
    await form.getByLabel(/^Più prenotazioni/).check()
  },
  async Calendario(form) {
    await form.getByLabel('Nome').fill('Sala')
    await form.getByLabel('Descrizione').fill('La sala grande')
    await typeDate(form, 'Data inizio', '2026-01-01')
    await form.getByLabel(/contemporanee$/).fill('2')
  },
  async Orari(form) {
    await findDay(form, 'Lunedì').getByLabel('Normale').check()
    await findDay(form, 'Lunedì')
      .getByRole('button', { name: /^Copia su tutti i giorni/ })
      .click()
    await findDay(form, 'Domenica').getByLabel('Continuato').check()
  },
  async Servizio(form) {
    await form.getByLabel('Nome').fill('Taglio')
    await form.getByLabel('Durata (min)').fill('45')
    await form.getByLabel('Prezzo (€)').fill('35,50')
    await form.getByLabel(/^Descrizione/).fill('Con prodotti naturali.')
  },
}

export async function fill(page: Page, step: Step) {
  const form = findStep(page, step)
  await expectVisible(form)
  await FILLED[step](form)
}
