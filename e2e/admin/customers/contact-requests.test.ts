import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
} from '../../support/expectations.ts'
import { test } from '../../support/test.ts'

const LONG = 'Buongiorno'.repeat(12)

test('an admin finds, answers and erases the contact requests of visitors', async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const request = { phone: '393331234567', privacy_version: '1', consented_at: '2026-03-05T11:30:00Z' }
  await business.insert('contact_requests', { ...request, name: LONG, email: 'a@example.it', message: LONG })
  await business.insert('contact_requests', {
    ...request,
    name: 'Giulia Verdi',
    email: 'giulia@example.it',
    message: 'Avete posto sabato?\nGrazie!',
  })
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /500/ })
  await page.route('**/api/contact-requests?**', (route) =>
    route.fulfill({ status: 500, body: '{"detail":"Non va."}' }),
  )

  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^Notifiche/ })
    .click()
  await page.getByRole('link', { name: 'Richieste di contatto' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Richieste di contatto' }))
  await expectVisible(page.getByText('Non va.'))
  await page.unroute('**/api/contact-requests?**')
  await page.getByRole('button', { name: 'Riprova' }).click()
  const item = page.getByRole('listitem').filter({ hasText: 'Giulia Verdi' })
  const reply = item.getByRole('link', { name: 'Rispondi per email a Giulia Verdi' })
  expect(await reply.getAttribute('href')).toMatch(/^mailto:giulia@example\.it\?subject=.*Avete%20posto%20sabato/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await expectFitsWidth(page)

  await page.getByRole('button', { name: 'Da rispondere (2)' }).click()
  await pressEnter(item.getByRole('button', { name: 'Segna come risposto' }))
  await expectHidden(item)
  await expectFocused(page.getByRole('list', { name: 'Richieste di contatto' }))
  await page.getByRole('button', { name: 'Tutte' }).click()
  await expectVisible(item.getByText(/^Risposta segnata il .* da /))

  await item.getByRole('button', { name: 'Cancella la richiesta' }).click()
  await page.getByRole('button', { name: 'Cancella per sempre' }).click()
  await expectHidden(item)
  await expectMessage(page, 'Richiesta di Giulia Verdi cancellata')

  await page.getByRole('button', { name: 'Da rispondere (1)' }).click()
  await page.getByRole('button', { name: /^Segna come risposto/ }).click()
  await expectVisible(page.getByText('Hai risposto a tutte le richieste.'))
})
