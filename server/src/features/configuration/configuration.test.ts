import { mailLogoAddress } from '@prenoto/core/configuration/logo-address.ts'
import { sharedServer, type TestServer } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

const server = await sharedServer()

test('the configuration has every field of the specification, with its defaults', {
  tags: ['3.17', '7.24', '9.23'],
}, async () => {
  const here = await server.newTenant({ app_name: 'Salone Aurora', app_primary_color: '' })

  const response = await here.get('/client/configs')

  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    app_logo: '',
    app_name: 'Salone Aurora',
    app_primary_color: '',
    app_primary_text_color: '#ffffff',
    app_secondary_color: '#f97316',
    app_secondary_text_color: '#ffffff',
    welcome_text: '',
    contact_text: '',
    address: '',
    piva: '',
    phone: '',
    email: '',
    linkedin: '',
    facebook: '',
    instagram: '',
    whatsapp: '',
    app_day_reminder: 0,
    app_simultaneous_bookings_enabled: false,
    app_booking_max_months: 0,
    app_booking_hours_notice: 0,
    app_cover: '',
    app_google_reviews: '',
    app_customer_max_bookings: 0,
    app_services_per_visit: 1,
    app_min_gap: 0,
    app_embed_origins: '',
    app_change_hours_notice: 0,
    app_confirmation_hours: 0,
    app_after_visit: false,
    app_come_back: false,
    app_assistants: false,
    app_waiting_list_minutes: 30,
    app_retention_months: 0,
    time_zone: 'Europe/Rome',
    version: expect.any(Number),
  })
})

test('each field keeps its own value', { tags: ['3.19'] }, async () => {
  const here = await server.newTenant({
    app_day_reminder: 1,
    app_simultaneous_bookings_enabled: true,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    welcome_text: 'Benvenuti! <b>«Ciao»</b>',
  })

  const response = await here.get('/client/configs')

  expect(response.json()).toMatchObject({
    app_day_reminder: 1,
    app_simultaneous_bookings_enabled: true,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    welcome_text: 'Benvenuti! <b>«Ciao»</b>',
  })
})

test('each business has its own configuration', { tags: ['1.7'] }, async () => {
  const [here, elsewhere] = [
    await server.newTenant({ app_name: 'Salone Aurora' }),
    await server.newTenant({ app_name: 'Studio Bianchi' }),
  ]

  expect((await here.get('/client/configs')).json().app_name).toBe('Salone Aurora')
  expect((await elsewhere.get('/client/configs')).json().app_name).toBe('Studio Bianchi')
})

const ALL = {
  app_name: 'Studio Bianchi',
  piva: '12345678903',
  email: 'studio@example.it',
  address: 'Via Roma 1, Torino',
  phone: '011 123456',
  whatsapp: '+39 333 1234567',
  facebook: 'facebook.com/studio',
  instagram: 'https://instagram.com/studio',
  linkedin: '',
  welcome_text: 'Benvenuti!\nVi aspettiamo.',
  contact_text: 'Scriveteci',
  app_primary_color: '#1d4ed8',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#0f172a',
  app_secondary_text_color: '#f8fafc',
  app_day_reminder: 1,
  app_simultaneous_bookings_enabled: true,
  app_booking_max_months: 2,
  app_booking_hours_notice: 3,
  app_customer_max_bookings: 5,
  app_services_per_visit: 3,
  app_min_gap: 20,
  app_embed_origins: 'https://www.studio.it\nhttp://localhost:8080',
  app_change_hours_notice: 24,
  app_confirmation_hours: 36,
  app_after_visit: true,
  app_come_back: true,
  app_assistants: true,
  app_waiting_list_minutes: 45,
  app_retention_months: 24,
  app_google_reviews: 'https://g.page/r/abc/review',
}

describe('an admin', () => {
  test('updates the whole configuration, visible to all visitors at once', { tags: ['7.25'] }, async () => {
    const here = await server.newTenant()
    const admin = await here.as('admin')

    const answer = await admin.put('/configs/update', ALL)

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      ...ALL,
      app_logo: '',
      app_cover: '',
      time_zone: 'Europe/Rome',
      version: expect.any(Number),
    })
    expect((await here.get('/client/configs')).json()).toEqual(answer.json())
    const page = await server.app.inject({ url: '/', headers: { host: here.domain } })
    expect(page.body).toContain('<title>Studio Bianchi</title>')
    expect(page.body).toContain('--brand:#1d4ed8')
  })

  test('changes one field and leaves the rest as it is', async () => {
    const here = await server.newTenant(ALL)
    const admin = await here.as('admin')

    const answer = await admin.put('/configs/update', { app_booking_max_months: 5 })

    expect(answer.json()).toMatchObject({ ...ALL, app_booking_max_months: 5 })
  })

  test('changes nothing of another business', async () => {
    const [here, elsewhere] = [await server.newTenant(), await server.newTenant({ app_name: 'Altrove' })]

    await (await here.as('admin')).put('/configs/update', ALL)

    expect((await elsewhere.get('/client/configs')).json().app_name).toBe('Altrove')
  })

  test('sets up a business without a colour of its own', async () => {
    const here = await server.newTenant({ app_primary_color: '' })

    const answer = await (await here.as('admin')).put('/configs/update', { ...ALL, app_primary_color: '' })

    expect(answer.json().app_primary_color).toBe('#fb923c')
  })

  test.each([
    ['app_name', '', 'Obbligatorio'],
    [
      'app_google_reviews',
      'https://google.com.example.it/maps',
      'Inserisci il link di Google, ad esempio https://g.page/r/…/review',
    ],
    ['email', 'nessuna', 'Email non valida'],
    ['app_primary_color', 'arancione', 'Colore non valido.'],
    ['app_booking_max_months', 25, 'Al massimo 24.'],
    ['app_booking_hours_notice', -1, 'Non può essere negativo.'],
    ['app_logo', 'https://elsewhere.example/logo.png', 'Il logo va caricato come file.'],
    ['app_logo', '/api/client/logos/AAAAAAAAAAAAAAAAAAAAAA.webp', 'Il logo va caricato come file.'],
  ])('gets an error for %s %j, and nothing changes', async (path, value, message) => {
    const here = await server.newTenant(ALL)

    const answer = await (await here.as('admin')).put('/configs/update', {
      ...ALL,
      welcome_text: 'Altro',
      [path]: value,
    })

    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ path, message }])
    expect((await here.get('/client/configs')).json()).toMatchObject(ALL)
  })
})

describe('a logo', () => {
  async function uploadLogo(here: Awaited<ReturnType<TestServer['newTenant']>>, width = 400, height = 100) {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('logo', new Blob([bytes as never], { type: 'image/png' }), 'logo.png')
    return (await here.as('admin')).post('/configs/upload-logo', form)
  }
  const fetchFile = (host: string, url: string) => server.app.inject({ url, headers: { host } })

  test('is on the site at once, and its icon in the browser tab', { tags: ['7.25'] }, async () => {
    const here = await server.newTenant()

    const answer = await uploadLogo(here)

    const { photo_url } = answer.json()
    const icon = photo_url.replace('/logos/', '/icons/').replace('.webp', '.png')
    expect(answer.statusCode).toBe(200)
    expect((await here.get('/client/configs')).json().app_logo).toBe(photo_url)
    const page = await fetchFile(here.domain, '/')
    expect(page.body).toContain(`<link rel="icon" href="${icon}"/>`)
    expect(page.body).toContain(`src="${photo_url}"`)
    expect(await sharp((await fetchFile(here.domain, photo_url)).rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
      height: 100,
    })
    expect(await sharp((await fetchFile(here.domain, icon)).rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 180,
      height: 180,
      hasAlpha: true,
    })
    const inMail = await fetchFile(here.domain, mailLogoAddress(photo_url)!)
    expect(await sharp(inMail.rawPayload).metadata()).toMatchObject({ format: 'png', width: 400, height: 96 })
  })

  test('is public, also for web mail, and cached without expiry', async () => {
    const here = await server.newTenant()
    const { photo_url } = (await uploadLogo(here)).json()

    await uploadLogo(here)

    const previous = await fetchFile(here.domain, photo_url)
    expect(previous.statusCode).toBe(200)
    expect(previous.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is served only on the domains of its business', async () => {
    const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
    const { photo_url } = (await uploadLogo(here)).json()

    expect((await fetchFile(elsewhere.domain, photo_url)).statusCode).toBe(404)
    const stolen = await (await elsewhere.as('admin')).put('/configs/update', { app_logo: photo_url })
    expect(stolen.statusCode).toBe(422)
  })

  test('can be removed and chosen again', async () => {
    const here = await server.newTenant()
    const admin = await here.as('admin')
    const { photo_url } = (await uploadLogo(here)).json()

    expect((await admin.put('/configs/update', { app_logo: '' })).json().app_logo).toBe('')
    expect((await admin.put('/configs/update', { app_logo: photo_url })).json().app_logo).toBe(photo_url)
  })
})
