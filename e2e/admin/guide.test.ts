import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Business } from '../support/business.ts'
import {
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForAnimations,
  waitForPath,
} from '../support/expectations.ts'
import { showPage, showSection } from '../support/menu.ts'
import { test as base, openPages } from '../support/test.ts'
import { typeDate } from '../support/typing.ts'

/**
 * `PICTURES=docs/guida/immagini` renews the pictures whose labels have changed; delete a picture to renew it anyway. Other
 * runs compare labels only, so they leave out what changes none.
 */
const { PICTURES: folder } = process.env

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

async function chooseVisit(page: Page, business: Business) {
  await press(page, 'Nuova prenotazione')
  await press(page, /Servizio/)
  await page.getByRole('option', { name: 'Taglio' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await panel.getByLabel('Data prenotazione').selectOption(business.day(2))
  await panel.getByText('10:00', { exact: true }).click()
  return panel
}

async function fillCustomer(panel: Locator) {
  await panel.getByLabel('Nome', { exact: true }).fill('Paola')
  await panel.getByLabel('Cognome').fill('Bassi')
  await panel.getByLabel('Email', { exact: true }).fill('paola@posta.example')
  await panel.getByLabel('Telefono').fill('3330001122')
}

/** Uploads a file of one line with these columns. */
async function upload(page: Page, headings: string, line: string) {
  const buffer = Buffer.from(`${headings}\n${line}\n`)
  await page.getByLabel('File CSV').setInputFiles({ name: 'elenco.csv', mimeType: 'text/csv', buffer })
  await expectVisible(page.getByRole('button', { name: 'Controlla il file' }))
}

const visible = (locator: (page: Page) => Locator) => (page: Page) => expectVisible(locator(page))

type Picture = [name: string, reach: (page: Page, business: Business) => Promise<unknown>]

type Visit = [path: string | ((business: Business) => string), ...Picture[]]

/** The picture of a section of the settings that shows this element. */
const section = (name: string, key: string, locator: (page: Page) => Locator): Picture => [
  name,
  async (page) => {
    await showSection(page, key)
    await expectVisible(locator(page))
  },
]

/** The pages and, one after the other, the states that the picture of each page of the guide shows. */
const VISITS: Visit[] = [
  ['/onboarding', ['aprire-in-sei-passi', visible((page) => page.getByLabel('Partita IVA'))]],
  [
    '/setting?sezione=verifica',
    ['accedere-in-sicurezza', visible((page) => page.getByRole('button', { name: 'Attiva l’app' }))],
    section('prenotazioni-sul-tuo-sito', 'incorporamento', (page) =>
      page.getByRole('button', { name: 'Copia il codice' }),
    ),
    section('agenda-sul-telefono', 'calendario', (page) => page.getByRole('button', { name: 'Crea il link' })),
    section('regole-di-prenotazione', 'regole', (page) => page.getByText('Preavviso minimo')),
    [
      'promemoria-e-messaggi',
      async (page) => {
        await expectVisible(page.getByText('Promemoria al cliente').first())
        await page.getByRole('button', { name: 'Salva i canali' }).scrollIntoViewIfNeeded()
      },
    ],
    [
      'usare-il-tuo-dominio',
      async (page) => {
        await showSection(page, 'dominio')
        await page.getByLabel('Aggiungi un dominio tuo').fill('www.salone-aurora.it')
        await press(page, 'Aggiungi')
        await expectMessage(page, 'Dominio aggiunto: ora scrivi i record nel DNS.')
        await expectVisible(page.getByRole('button', { name: 'Verifica' }))
      },
    ],
    [
      'collegare-altri-programmi',
      async (page) => {
        await showSection(page, 'programmi')
        await press(page, 'Aggiungi una chiave')
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Nome del programma').fill('Cassa')
        await press(dialog, 'Crea la chiave')
        await press(page, 'Ho finito')
        await expectVisible(page.getByRole('button', { name: 'Revoca Cassa' }))
      },
    ],
    [
      'prenotare-con-un-assistente',
      async (page) => {
        await showSection(page, 'regole')
        await page.getByLabel('Gli assistenti possono tenere un orario').check()
        await page.getByRole('button', { name: 'Copia l’indirizzo' }).scrollIntoViewIfNeeded()
      },
    ],
  ],
  [
    '/user',
    [
      'utenti-e-permessi',
      async (page) => {
        await press(page, 'Nuovo utente')
        await expectVisible(page.getByRole('dialog', { name: 'Nuovo utente' }).getByLabel('Ruolo'))
      },
    ],
  ],
  [
    '/dashboard',
    [
      'chi-non-si-presenta',
      async (page) => {
        await press(page, /^Azioni per Giulia/)
        await expectVisible(page.getByRole('menuitem', { name: 'Non presentato' }))
      },
    ],
    [
      'spostare-una-visita',
      async (page) => {
        await page.getByRole('menuitem', { name: 'Sposta' }).click()
        await expectVisible(
          page.getByRole('dialog', { name: 'Sposta' }).getByRole('button', { name: 'Primo posto libero' }),
        )
      },
    ],
    [
      'aggiungere-una-prenotazione',
      async (page, business) => {
        await page.keyboard.press('Escape')
        await expectHidden(page.getByRole('dialog', { name: 'Sposta' }))
        const panel = await chooseVisit(page, business)
        await expectVisible(panel.getByRole('combobox', { name: 'Cerca cliente' }))
      },
    ],
    [
      'visite-che-si-ripetono',
      async (page) => {
        const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
        if (folder) await fillCustomer(panel)
        await panel.getByRole('switch', { name: 'Ripeti' }).click()
        await panel.getByRole('heading', { name: 'Le date' }).scrollIntoViewIfNeeded()
      },
    ],
    [
      'da-un-agenda-di-carta',
      async (page) => {
        const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
        for (const name of ['Ripeti', 'Avvisa il cliente']) await panel.getByRole('switch', { name }).click()
        await expectVisible(panel.getByRole('button', { name: 'Aggiungi prenotazione' }))
      },
    ],
  ],
  [
    (business) => `/calendar/week?giorno=${business.day(1)}`,
    ['cambiare-gli-orari', visible((page) => page.getByRole('region', { name: 'Orari della settimana' }))],
    [
      'una-collega-e-malata',
      async (page, business) => {
        await press(page, `Anna, ${formatDay(business.day(1))}`)
        const panel = page.getByRole('dialog')
        await press(panel, 'Malattia')
        const affected = panel.getByRole('heading', { name: '2 prenotazioni in questo periodo' })
        await affected.evaluate((heading) => heading.scrollIntoView())
        await expectVisible(panel.getByText('Elena Sala'))
      },
    ],
  ],
  // The free times of today end with the day.
  [
    (business) => `/dashboard?vista=giorno&giorno=${business.day(1)}`,
    ['stampare-la-giornata', visible((page) => page.getByRole('button', { name: 'Stampa' }))],
  ],
  [
    '/waiting_list',
    [
      'lista-d-attesa',
      async (page) => {
        await press(page, /in lista d’attesa$/)
        await expectVisible(page.getByRole('menuitem', { name: 'Offri un posto' }))
      },
    ],
  ],
  [
    '/day_off',
    [
      'chiudere-per-ferie',
      async (page, business) => {
        await press(page, 'Ferie')
        const panel = page.getByRole('dialog', { name: 'Ferie' })
        if (folder) {
          await typeDate(panel, 'Data inizio', business.day(20))
          await typeDate(panel, 'Data fine', business.day(27))
        }
        await expectVisible(panel.getByRole('button', { name: 'Aggiungi chiusura' }))
      },
    ],
  ],
  [
    '/calendar',
    [
      'impegni-da-altri-calendari',
      async (page) => {
        await page.getByRole('row').nth(1).click()
        await press(page, 'Impegni da altri calendari')
        await page.getByRole('button', { name: 'Aggiungi un calendario' }).scrollIntoViewIfNeeded()
      },
    ],
  ],
  [
    '/service',
    [
      'scegliere-con-chi',
      async (page) => {
        await press(page, 'Taglio')
        await page.getByText('Anche su questi calendari').scrollIntoViewIfNeeded()
      },
    ],
  ],
  [
    '/customer',
    [
      'privacy-richieste-dei-clienti',
      async (page) => {
        await page.getByLabel('Cerca nell’elenco').fill('Adele')
        await press(page, 'Adele Fontana')
        await expectVisible(page.getByRole('button', { name: 'Cancella i dati' }))
        await page.getByRole('heading', { name: 'Gestione' }).evaluate((heading) => heading.scrollIntoView())
      },
    ],
  ],
  ['/reports', ['statistiche', visible((page) => page.getByRole('heading', { name: 'Per servizio' }))]],
  [
    '/customer/import',
    [
      'importare-i-clienti',
      (page) =>
        upload(page, 'Nome;Cognome;E-mail;Cellulare;Note', 'Paola;Bassi;paola@posta.example;3330001122;Taglio corto'),
    ],
  ],
  [
    '/customer/import',
    [
      'da-fresha',
      (page) =>
        upload(
          page,
          'Client ID,First Name,Last Name,Gender,Mobile Number,Telephone,Email,Note',
          '1,Paola,Bassi,Female,3330001122,,paola@posta.example,',
        ),
    ],
  ],
  [
    '/customer/import',
    [
      'da-treatwell',
      (page) =>
        upload(page, 'Cognome e nome;Cellulare;Email;Data di nascita', 'Bassi Paola;3330001122;paola@posta.example;'),
    ],
  ],
  [
    '/customer/import?tipo=bookings',
    [
      'da-acuity',
      (page) =>
        upload(
          page,
          'Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar',
          '"November 23, 2027 9:00 am","November 23, 2027 10:00 am",Paola,Bassi,3330001122,paola@posta.example,Taglio,Anna',
        ),
    ],
  ],
  [
    '/customer/import',
    [
      'da-easy-appointments',
      (page) =>
        upload(
          page,
          'id,first_name,last_name,email,mobile_number,phone_number,notes',
          '1,Paola,Bassi,paola@posta.example,3330001122,,',
        ),
    ],
  ],
]

/** One business for all pictures. */
const test = base
  .extend('business', { scope: 'file' }, async ({ businesses }) => {
    const business = await businesses.open({
      configuration: {
        app_day_reminder: 1,
        app_booking_hours_notice: 2,
        app_waiting_list_minutes: 30,
        app_embed_origins: 'https://www.salone-aurora.example',
      },
      calendar: { name: 'Anna' },
      services: [
        { name: 'Taglio' },
        { name: 'Piega', amount: '18.00', position: 2 },
        { name: 'Colore', amount: '55.00', position: 3 },
      ],
    })
    const bruno = await business.newOtherCalendar({ name: 'Bruno' })
    let people = 0
    async function book(n: number, visit_hour: string, fullName: string, booking = {}) {
      const [name, surname] = fullName.split(' ')
      const email = `${name!.toLowerCase()}@posta.example`
      const person = { name, surname, email, telephone: `33300011${40 + people++}` }
      const customer_id = await business.insert('customers', { ...person, identity: email })
      await business.insertBooking({ ...person, visit_day: business.day(n), visit_hour, customer_id, ...booking })
    }
    const [, styling, dyeing] = business.serviceIds
    const blowDry = { service_id: styling, service_name: 'Piega', service_price: '18.00' }
    const colour = { service_id: dyeing, service_name: 'Colore', service_price: '55.00' }
    const completed = { attendance: 'completed' }
    await book(0, '10:00', 'Giulia Verdi')
    await book(0, '11:00', 'Sara Monti', colour)
    await book(0, '15:00', 'Marco Riva', { calendar_id: bruno })
    await book(1, '09:00', 'Elena Sala')
    await book(1, '12:00', 'Luca Bruni', blowDry)
    await book(1, '10:00', 'Rita Longo', { calendar_id: bruno })
    await book(-2, '10:00', 'Adele Fontana', completed)
    await book(-3, '09:00', 'Carla Testa', { ...colour, ...completed })
    await book(-3, '11:00', 'Piero Gatti', { ...completed, calendar_id: bruno })
    await book(-4, '16:00', 'Irene Costa', { ...blowDry, ...completed })
    await book(-5, '17:00', 'Dario Serra', { attendance: 'no_show', calendar_id: bruno })
    await book(-6, '15:00', 'Anita Leone', { ...colour, ...completed })
    // On a closed day no place is offered to the waiting customer.
    for (const calendar_id of [business.calendarId, bruno])
      await business.newDayOff({
        calendar_id,
        day_from: business.day(9),
        hour_from: '00:00',
        day_to: business.day(9),
        hour_to: '23:59',
      })
    await business.insert('waiting_list_entries', {
      name: 'Nora',
      surname: 'Galli',
      email: 'nora@posta.example',
      telephone: '3330001133',
      hidden_id: 'guida',
      identity: 'guida',
      service_id: business.serviceId,
      visit_day: business.day(9),
      privacy_version: 'test',
      consented_at: new Date(),
    })
    return business
  })
  .extend('visits', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    const visits = openPages(browser)
    onCleanup(visits.close)
    return visits
  })
  .extend('admin', { scope: 'file' }, async ({ visits, business }) =>
    visits.open(business.at('/guida'), { token: await business.token() }),
  )

test.afterEach(({ visits, task }) => visits.check(task))

/** An address that an owner could have, in place of the test's. */
const ADDRESS = 'prenota.salone-aurora.example'

/** The labels that each picture shows, without days and figures. */
const LABELS = join(import.meta.dirname, '../../docs/guida/immagini/labels.json')

const SEPARATOR = ' | '

/** Expects that all labels of the picture are still shown. */
async function comparePicture(page: Page, name: string) {
  const stored: Record<string, string> = JSON.parse(await readFile(LABELS, 'utf8').catch(() => '{}'))
  if (!folder) {
    const storedLabels = stored[name]!.split(SEPARATOR)
    await expect.poll(() => page.evaluate(readLabels)).toEqual(expect.arrayContaining(storedLabels))
    return
  }
  const labels = (await page.evaluate(readLabels)).join(SEPARATOR)
  const path = join(import.meta.dirname, '../..', folder, `${name}.webp`)
  if (existsSync(path) && labels === stored[name]) return
  await page.mouse.move(0, 0)
  await page.evaluate(hideTest, ADDRESS)
  await waitForAnimations(page)
  const session = await page.context().newCDPSession(page)
  const clip = { ...(await page.evaluate(findSubject)), scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60, clip })
  await session.detach()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.from(data, 'base64'))
  await writeFile(LABELS, `${JSON.stringify({ ...stored, [name]: labels }, null, 2)}\n`)
}

/** Runs in the page. */
function readLabels() {
  const panel = document.querySelector('[role=menu]') ?? document.querySelector('dialog[open], [role=dialog]:has(h2)')
  const root = panel ?? document.querySelector('main')!
  const calendarWords =
    /(?<!\p{L})(lun|mar|mer|gio|ven|sab|dom|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gen|feb|apr|mag|giu|lug|ago|set|ott|nov|dic|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)(?!\p{L})/giu
  const labels = [...root.querySelectorAll<HTMLElement>('h1, h2, h3, label, legend, button, [role=menuitem]')]
    .filter((element) => element.checkVisibility() && !element.closest('table'))
    .map((element) =>
      element.innerText
        .replace(calendarWords, '')
        .replace(/[\d\s]+/g, ' ')
        .trim(),
    )
  return [...new Set(labels)].filter((label) => /\p{L}{2}/u.test(label)).sort()
}

/** Runs in the page: removes the address of the test, messages and the release, which soon is another one. */
function hideTest(address: string) {
  const replace = (text: string) =>
    text
      .replaceAll(`http://${location.host}`, `https://${address}`)
      .replaceAll(location.host, address)
      .replaceAll(location.hostname, address)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = replace(texts.currentNode.nodeValue!)
  for (const field of document.querySelectorAll('input'))
    if (field.value.includes(location.hostname)) field.value = replace(field.value)
  for (const line of document.querySelectorAll('main p'))
    if (line.textContent.startsWith('Prenoto, rilascio')) line.remove()
}

/** Runs in the page: the open panel, or the page without the sidebar and the empty space below. */
function findSubject() {
  const content = document.querySelector('main')!
  const panel = document.querySelector('dialog[open], [role=dialog]:has(h2)')
  const { x, y, width, height } = (panel ?? content).getBoundingClientRect()
  const elements = [...content.querySelectorAll('*'), ...document.querySelectorAll('[role=menu]')]
  const bottom = panel
    ? y + height
    : Math.max(...elements.map((element) => element.getBoundingClientRect().bottom)) + 24
  const top = Math.max(0, y)
  return { x: x + scrollX, y: top + scrollY, width, height: Math.min(innerHeight, bottom) - top }
}

test('a user finds a page with the keyboard and prints it', async ({ admin: page }) => {
  await showPage(page, '/reports?da=2020-01-01&a=2020-01-02')
  const link = page.getByRole('link', { name: 'Guida su Statistiche' })
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/guida/statistiche')
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Leggere le statistiche' }))
  await page.getByRole('link', { name: 'Tutta la guida' }).click()
  await page.getByLabel('Cerca nella guida').fill('ferie calendario')
  await tabTo(page, page.getByRole('link', { name: 'Chiudere per ferie' }))
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Chiudere per ferie' }))
  await expectVisible(page.getByRole('button', { name: 'Stampa' }))
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)

  await page.goBack()
  await expect.poll(() => page.getByLabel('Cerca nella guida').inputValue()).toBe('ferie calendario')
})

test.for(VISITS.map(([, ...pictures], i) => [pictures.map(([name]) => name).join(', '), i] as const))(
  'the picture of %s shows what the program shows',
  async ([, i], { visits, admin, businesses, business }) => {
    const [path, ...pictures] = VISITS[i]!
    let page = admin
    if (path === '/onboarding') {
      const brandNew = await businesses.open({ isNew: true })
      page = await visits.open(brandNew.at(path), { token: await brandNew.token() })
    } else await showPage(page, typeof path === 'string' ? path : path(business))
    for (const [name, reach] of pictures) {
      await reach(page, business)
      await comparePicture(page, name)
    }
  },
)
