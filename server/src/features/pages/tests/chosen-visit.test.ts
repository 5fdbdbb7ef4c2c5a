import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

async function newBookingPage() {
  const { domain, newService } = await server.newTenant()
  const { id } = await newService()
  return pageOpener(domain, id)
}

function pageOpener(domain: string, id: number) {
  return async (query = '') => {
    const page = await server.app.inject({ url: `/client_service/${id}/booking${query}`, headers: { host: domain } })
    expect(page.statusCode).toBe(200)
    return {
      withWhom: [...page.body.matchAll(/role="radio"[^>]* value(?:="(\d+)")?[^>]*aria-checked="(true|false)"/g)].map(
        ([, id = '', is]) => (is === 'true' ? `(${id})` : id),
      ),
      chosen: [...page.body.matchAll(/value="([^"]*)"[^>]*aria-pressed="true"/g)].map(([, value]) => value),
      isFormShown: !/<form[^>]* hidden\b[^>]*aria-labelledby="booking-title"/.test(page.body),
      canonical: /rel="canonical" href="([^"]*)"/.exec(page.body)![1],
      body: page.body,
    }
  }
}

test('an address with a day and an hour shows both as chosen, and its page is not shared', {
  tags: ['13.14'],
}, async () => {
  const open = await newBookingPage()
  const plain = await open()
  expect(plain).toMatchObject({ chosen: ['2026-11-21'], isFormShown: false })

  const chosen = await open('?giorno=2026-11-24&ora=15:00')

  expect(chosen).toMatchObject({ chosen: ['2026-11-24', '15:00'], isFormShown: true })
  expect(chosen.canonical).toBe(plain.canonical)
  expect((await open()).body).toBe(plain.body)
  expect(await open('?giorno=2026-11-23&ora=09%3A00')).toMatchObject({ chosen: ['2026-11-23', '09:00'] })
  expect(await open('?giorno=2026-11-25')).toMatchObject({ chosen: ['2026-11-25'], isFormShown: false })
})

test('an address with a calendar shows its slots; an unknown calendar shows those of any', {
  tags: ['13.66'],
}, async () => {
  const { domain, newCalendar, newService } = await server.newTenant()
  const [sala, anna] = [await newCalendar(), await newCalendar({ public_name: 'Anna', from: '2026-11-24' })]
  const { id } = await newService({ calendar_id: sala.id }, anna)
  const open = pageOpener(domain, id)
  const plain = await open()
  expect(plain).toMatchObject({ withWhom: ['()', `${sala.id}`, `${anna.id}`], chosen: ['2026-11-21'] })

  expect(await open(`?con=${anna.id}`)).toMatchObject({
    withWhom: ['', `${sala.id}`, `(${anna.id})`],
    chosen: ['2026-11-24'],
  })
  expect((await open(`?con=${anna.id}&giorno=2026-11-24&ora=10:00`)).body).toContain('con Anna')
  expect(await open('?con=999999&giorno=2026-11-24')).toMatchObject({
    withWhom: plain.withWhom,
    chosen: ['2026-11-24'],
  })
  expect((await open('?con=')).body).toBe(plain.body)
  const single = await newService({ calendar_id: sala.id })
  expect((await pageOpener(domain, single.id)()).body).not.toContain('Con chi?')
})

test('a time that is no longer free is struck through, and no other time is selected', async () => {
  const open = await newBookingPage()
  const page = await open('?giorno=2026-11-24&ora=13:30')
  expect(page).toMatchObject({ chosen: ['2026-11-24'], isFormShown: true })
  expect(page.body).toContain('<s translate="no">13:30</s>')
})

test.each(['?giorno=2026-11-20&ora=09:00', '?giorno=2199-12-31'])(
  'a day that cannot be booked is ignored: %s',
  { tags: ['13.15'] },
  async (query) => {
    const open = await newBookingPage()
    expect(await open(query)).toMatchObject({ chosen: ['2026-11-21'], isFormShown: false })
  },
)

test('an invalid query gets the cached page without a selection', { tags: ['13.15'] }, async () => {
  const open = await newBookingPage()
  const plain = await open()
  for (const query of [
    '?giorno=31-11-2026',
    '?giorno=<script>&ora=09:00',
    '?giorno=2026-11-24&giorno=2026-11-25',
    '?ora=09:00',
    '?giorno[]=2026-11-24',
    '?__proto__=x&constructor=y&giorno=',
    `?${'giorno=x&'.repeat(500)}`,
  ])
    expect([query, (await open(encodeURI(query))).body === plain.body]).toEqual([query, true])
})

test('up to eight calendars are buttons, more are a list, and both begin with “Chiunque”', {
  tags: ['13.66'],
}, async () => {
  const { domain, newCalendar, newService } = await server.newTenant()
  const calendars = []
  for (let n = 1; n <= 9; n += 1) calendars.push(await newCalendar({ public_name: `Persona ${n}` }))
  const [first, ...others] = calendars
  const few = await newService({ calendar_id: first!.id }, ...others.slice(0, 7))
  const many = await newService({ calendar_id: first!.id }, ...others)

  const buttons = await pageOpener(domain, few.id)()
  expect(buttons.withWhom).toHaveLength(9)
  expect(buttons.body).toMatch(/Chiunque <\/span><small>Nessuna preferenza<\/small>/)
  expect(buttons.body).not.toContain('id="with-whom" name="con"')

  const list = await pageOpener(domain, many.id)(`?con=${others[7]!.id}`)
  expect(list.withWhom).toEqual([])
  const options = [...list.body.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)]
  expect(options.map(([, , name]) => name)).toEqual([
    'Chiunque (nessuna preferenza)',
    ...calendars.map((_, i) => `Persona ${i + 1}`),
  ])
  expect(options.filter(([, attributes]) => attributes!.includes('selected')).map(([, , name]) => name)).toEqual([
    'Persona 9',
  ])
})

test('only a day with more than sixty slots has links to its parts', {
  tags: ['13.189'],
}, async () => {
  const { domain, newService } = await server.newTenant()
  const [short, long] = [await newService({ duration: 5 }), await newService({ duration: 60 })]
  const findJumpLinks = ({ body }: { body: string }) =>
    [...body.matchAll(/href="#slots-(\w+)"/g)].map(([, part]) => [part, body.includes(`id="slots-${part}"`)])

  const day = '?giorno=2026-11-23'
  const crowded = findJumpLinks(await pageOpener(domain, short.id)(day))
  expect(crowded.map(([part]) => part)).toContain('Mattina')
  expect(crowded.length).toBeGreaterThan(1)
  for (const [, isThere] of crowded) expect(isThere).toBe(true)
  expect(findJumpLinks(await pageOpener(domain, long.id)(day))).toEqual([])
})
