import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { openExternalSite } from '../support/external-site.ts'
import { arrivedAt, fitsWidth, loaded, seen } from '../support/look.ts'
import { completed, fill, forward, STEPS, save } from '../support/onboarding.ts'
import { PHONE, test } from '../support/test.ts'

let external: Awaited<ReturnType<typeof openExternalSite>>
beforeAll(async () => {
  external = await openExternalSite(inject('site').databaseUrl)
})
afterAll(() => external.close())

const OWNER = 'titolare@aurora.example'

const PASSWORD = 'Aurora-2026!'

/** The owner chooses a password, with the link that the command line told the provider. */
async function enterFirst(page: Page, domain: string, told: string) {
  const link = /\/set_password#\S+/.exec(told)![0]
  await page.goto(external.at(domain, link))
  await page.getByLabel('Nuova password').fill(PASSWORD)
  await page.getByLabel('Conferma password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Salva e accedi' }).click()
}

test.for([PHONE])(
  'one command, six steps, and a visitor books on the new site, %i px wide',
  { tags: ['1.6', '2.98'] },
  async (width, { open }) => {
    const domain = `aurora${width}.localhost`
    const told = await external.run(
      ...['tenant', 'create', '--domain', domain, '--name', 'Salone Aurora', '--admin-email', OWNER],
    )

    const owner = await open(external.at(domain, '/'), { width })
    await arrivedAt(owner, '/login')
    await enterFirst(owner, domain, told)
    await arrivedAt(owner, '/onboarding')
    await loaded(owner)
    for (const step of STEPS) {
      await fill(owner, step)
      await fitsWidth(owner)
      if (step !== 'Servizio') await forward(owner)
    }
    await save(owner)
    await seen(completed(owner))

    const visitor = await open(external.at(domain, '/'), { width })
    const logo = visitor.getByRole('banner').getByRole('img', { name: 'Salone Aurora' })
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
    await visitor.getByRole('link', { name: 'Scopri i nostri servizi' }).click()
    await visitor.getByRole('article', { name: 'Taglio' }).getByRole('link', { name: 'Prenota ora' }).click()
    await seen(visitor.getByRole('heading', { level: 1, name: 'Taglio' }))
    await visitor
      .getByRole('button', { name: /slot disponibil/ })
      .nth(4)
      .click()
    await visitor.getByRole('button', { name: '08:45' }).click()
    await bookAsGiulia(visitor)
    await arrivedAt(visitor, '/thank_you')

    await owner.getByRole('link', { name: 'Vai al pannello di amministrazione' }).click()
    await arrivedAt(owner, '/dashboard')
    await seen(owner.getByText(/Giulia Verdi/).first())
    await owner.goto(external.at(domain, '/onboarding'))
    await arrivedAt(owner, '/dashboard')
  },
)
