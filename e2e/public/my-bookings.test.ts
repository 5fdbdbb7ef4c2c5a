import { formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { type Business, giulia } from '../support/business.ts'
import { expectFitsWidth, expectVisible, tabTo, waitForHydration, waitForPath } from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { readMails } from '../support/read-mails.ts'
import { PHONE, test } from '../support/test.ts'
import '../support/unique-customer.ts'

/** The path of the link that the business has mailed. */
async function mailedLink({ domain }: Business): Promise<string> {
  const findLink = async () => {
    const mail = (await readMails('my-bookings')).find(({ text }) => text?.includes(domain))
    return /\/my_bookings\/[\w-]{43}/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(findLink).toBeDefined()
  return (await findLink())!
}

test('a visitor gets a link, sees the visits by keyboard, and has the device remembered', async ({
  newBusiness,
  open,
}) => {
  const business = await newBusiness({ services: [{ name: `Taglio ${'lunghissimo'.repeat(10)}` }] })
  const { hidden_id } = await business.book({ visit_day: business.day(2), visit_hour: '09:00' })
  await business.insertBooking({ visit_day: business.day(-30), visit_hour: '10:00' })
  const page = await open(business.at(`/bookings/${hidden_id}`))
  const title = page.getByRole('heading', { level: 1, name: 'Le mie prenotazioni' })

  await page.getByRole('main').getByRole('link', { name: 'Le mie prenotazioni' }).click()
  await expectVisible(title)
  const email = page.getByLabel('Email *')
  await waitForHydration(page)
  await tabTo(page, email)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('L’email è obbligatoria.'))
  await page.keyboard.type(giulia.email)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('status').getByText('Se con questo indirizzo ci sono prenotazioni'))

  await page.goto(business.at(await mailedLink(business)))
  await expectVisible(page.getByRole('heading', { name: 'Passate e disdette' }))
  await expectGoodScreen(page)
  await tabTo(page, page.getByRole('button', { name: 'Ricorda questo dispositivo' }))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/my_bookings')
  await expectVisible(page.getByRole('button', { name: 'Esci da tutti i dispositivi' }))
  await page.getByRole('link', { name: /^Vedi, sposta o disdici/ }).click()
  await waitForPath(page, `/bookings/${hidden_id}`)

  await page.goBack()
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await expectVisible(page.getByText('Fatto: per vedere le tue prenotazioni'))
  await page.goBack()
  await page.reload()
  await expectVisible(email)
})

test('contacts are remembered on request, so a second booking takes two touches, and are forgotten', async ({
  newBusiness,
  open,
}) => {
  const business = await newBusiness({ services: [{ duration: 240 }] })
  const at = (hour: string) =>
    `${business.bookingPage()}?${new URLSearchParams({ giorno: business.day(1), ora: hour })}`
  const page = await open(at('09:00'), { width: PHONE })
  const form = page.getByRole('form', { name: 'Completa la prenotazione' })
  const remember = form.getByLabel('Ricorda i miei dati su questo dispositivo')
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  expect(await remember.isChecked()).toBe(false)
  await remember.check()
  await bookAsGiulia(page)
  await waitForPath(page, '/thank_you')

  await page.goto(at('14:00'))
  await expect.poll(() => form.getByLabel('Email *').inputValue()).toBe(giulia.email)
  expect(await remember.isChecked()).toBe(true)
  await expectFitsWidth(page)
  await expectAccessible(page)
  await form.getByLabel(/Privacy Policy/).check()
  await form.getByRole('button', { name: 'Prenota' }).click()
  await waitForPath(page, '/thank_you')
  expect(await stored()).toContain(giulia.email)

  // The waiting list of the full day and the contact form know them too.
  await page.goto(at('14:00'))
  await page.getByRole('button', { name: 'Avvisami se si libera un posto' }).click()
  const waiting = page.getByRole('form', { name: /Lista d’attesa/ })
  await expect.poll(() => waiting.getByLabel('Telefono *').inputValue()).toBe('393331234567')
  await page.getByRole('banner').getByRole('link').first().click()
  await waitForPath(page, '/')
  const contact = page.getByRole('form', { name: 'Contattaci' })
  await expectVisible(contact.getByRole('button', { name: 'Dimentica' }))
  expect(await contact.getByLabel('Nome e cognome *').inputValue()).toBe(`${giulia.name} ${giulia.surname}`)
  expect(await contact.getByLabel('Telefono *').inputValue()).toBe('393331234567')

  await contact.getByRole('button', { name: 'Dimentica' }).click()
  expect(await contact.getByLabel('Telefono *').inputValue()).toBe('')
  expect(await stored()).not.toContain(giulia.surname)
})

test('a customer confirms a visit by keyboard, and staff see it', async ({ newBusiness, open, openAdmin }) => {
  const business = await newBusiness({ configuration: { app_confirmation_hours: 72 } })
  const visit_day = business.day(2)
  const { id, hidden_id } = await business.book({ visit_day, visit_hour: '09:00' })
  const reminder = { kind: 'reminder', record_id: id, sent_at: new Date() }
  await business.insert('messages', { ...reminder, deduplication_key: `reminder:${id}:${visit_day}T09:00` })
  const staff = await openAdmin(business, `/appointments/${id}`)
  await expectVisible(staff.getByText('Da confermare'))
  await expectVisible(staff.getByRole('button', { name: 'Offri il posto alla lista d’attesa' }))
  await expectAccessible(staff)

  const page = await open(business.at(`/bookings/${hidden_id}`), { width: PHONE })
  await expectFitsWidth(page)
  await expectAccessible(page)
  await expectVisible(page.getByRole('heading', { level: 1, name: /^Vieni .+ alle 09:00\?$/ }))
  const refuse = await page.getByRole('link', { name: 'Non vengo' }).boundingBox()
  expect(refuse!.y + refuse!.height).toBeLessThan(page.viewportSize()!.height)
  expect(await page.locator('h1').evaluate((title) => title.previousElementSibling)).toBeNull()
  await tabTo(page, page.getByRole('button', { name: 'Confermo' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Hai confermato: ti aspettiamo.'))

  await expectVisible(staff.getByText('Confermata dal cliente'))
  await openScreen(staff, 'Dashboard')
  await staff
    .getByRole('gridcell', { name: formatDay(visit_day) })
    .getByRole('button')
    .click()
  await expectVisible(staff.getByText('Confermato').first())
})
