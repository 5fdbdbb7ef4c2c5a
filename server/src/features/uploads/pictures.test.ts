import { readdir } from 'node:fs/promises'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  admin = await here.as('admin')
})

const photo = sharp({ create: { width: 1600, height: 40, channels: 3, background: '#b45309' } })
  .jpeg()
  .toBuffer()

async function upload(staff = admin): Promise<string> {
  const form = new FormData()
  form.append('picture', new Blob([(await photo) as never]), 'foto.jpg')
  const answer = await staff.post('/pictures', form)
  expect(answer.statusCode).toBe(201)
  return answer.json().picture
}

const fetchPicture = (address: string, host = here.domain) => server.app.inject({ url: address, headers: { host } })
const narrow = (address: string, width: number) => address.replace('-1600.', `-${width}.`)
const aDayLater = () =>
  server.owner.query(`update uploads set created_at = now() - interval '25 hours' where tenant_id = $1`, [here.id])
const countFiles = async () => (await readdir(`${server.uploads}/${here.id}`)).length

/** Its fields as the staff sends them back. */
async function serviceAsSaved(id: number) {
  const { available_slots: _, version: __, ...service } = (await admin.get(`/services/${id}`)).json()
  return service
}

test('a picture is public and immutable in three widths', { tags: ['13.71'] }, async () => {
  const address = await upload()
  expect(address).toMatch(/^\/api\/client\/pictures\/[\w-]{22}-1600\.webp$/)

  for (const width of [400, 800, 1600]) {
    const { headers, rawPayload } = await fetchPicture(narrow(address, width))
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height: width * 0.025 })
  }
  expect((await fetchPicture(narrow(address, 999))).statusCode).not.toBe(200)
  expect((await fetchPicture(address, (await server.newTenant()).domain)).statusCode).toBe(404)
})

test('visitors see the picture and category of a service', { tags: ['13.71'] }, async () => {
  const { id } = await here.newService()
  const picture = await upload(await here.as('editor'))
  const before = await serviceAsSaved(id)
  expect(before).toMatchObject({ picture: '', category: '' })

  const saved = await admin.put(`/services/${id}`, { ...before, picture, category: 'Colore' })
  expect(saved.json()).toMatchObject({ picture, category: 'Colore' })
  expect((await here.get('/client/services')).json().services[0]).toMatchObject({ picture, category: 'Colore' })
  expect((await here.get(`/client/services/${id}`)).json()).toMatchObject({ picture, category: 'Colore' })

  const { picture: _, category: __, ...silent } = before
  expect((await admin.put(`/services/${id}`, silent)).json()).toMatchObject({ picture, category: 'Colore' })
  expect((await admin.put(`/services/${id}`, { ...before, picture: '' })).json()).toMatchObject({ picture: '' })
})

test('a record cannot reference a picture of another tenant', { tags: ['13.71'] }, async () => {
  const { id } = await here.newService()
  const service = await serviceAsSaved(id)
  const elsewhere = await server.newTenant()
  const theirs = await upload(await elsewhere.as('admin'))

  for (const picture of [theirs, narrow(await upload(), 400), 'https://altrove.example/foto.webp']) {
    for (const answer of [
      await admin.put(`/services/${id}`, { ...service, picture }),
      await admin.post('/services', { ...service, picture }),
    ])
      expect(answer.json()).toMatchObject({
        status: 422,
        errors: [{ path: 'picture' }],
      })
    const cover = await admin.put('/configs/update', { app_cover: picture })
    expect(cover.json()).toMatchObject({ status: 422, errors: [{ path: 'app_cover' }] })
  }
})

test('a calendar has a picture', { tags: ['13.71'] }, async () => {
  const { id } = await here.newCalendar({ description: 'Al primo piano' })
  const [calendar] = (await admin.get('/calendars')).json().calendars
  const { version: _, ...fields } = calendar
  const picture = await upload()
  expect((await admin.put(`/calendars/${id}`, { ...fields, picture })).json()).toMatchObject({ picture })
  const unknown = narrow(picture, 400)
  expect((await admin.put(`/calendars/${id}`, { ...fields, picture: unknown })).json()).toMatchObject({
    status: 422,
    detail: 'L’immagine va caricata come file.',
  })
})

test('an unreferenced picture is deleted by the next upload a day later', { tags: ['13.72'] }, async () => {
  const [cover, ofService, ofCalendar, unused] = [await upload(), await upload(), await upload(), await upload()]
  const { id, calendar_id } = await here.newService()
  await here.db
    .updateTable('calendars')
    .set({ picture: ofCalendar })
    .where('tenant_id', '=', here.id)
    .where('id', '=', calendar_id)
    .execute()
  await admin.put('/configs/update', { app_cover: cover })
  await admin.put(`/services/${id}`, { ...(await serviceAsSaved(id)), picture: ofService })

  await upload()
  expect(await countFiles()).toBe(5 * 3)
  await aDayLater()
  await upload()

  expect(await countFiles()).toBe(4 * 3)
  expect((await fetchPicture(unused)).statusCode).toBe(404)
  for (const address of [cover, ofService, ofCalendar]) expect((await fetchPicture(address)).statusCode).toBe(200)

  const deletedAgo = (time: string) =>
    server.owner.query(`update services set deleted_at = now() - $2::interval where id = $1`, [id, time])
  await admin.delete(`/services/${id}`)
  await deletedAgo('1 hour')
  await aDayLater()
  await upload()
  expect((await fetchPicture(ofService)).statusCode).toBe(200)
  await deletedAgo('25 hours')
  await upload()
  expect((await fetchPicture(ofService)).statusCode).toBe(404)
})

test('unreferenced pictures do not use up the quota', { tags: ['13.72'] }, async () => {
  await upload()
  await aDayLater()
  await server.owner.query(`update uploads set bytes = 300000000 where tenant_id = $1`, [here.id])
  await upload()
  expect(await countFiles()).toBe(3)
})
