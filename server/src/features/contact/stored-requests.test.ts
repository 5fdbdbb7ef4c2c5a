import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const aRequest = {
  name: 'Giulia Verdi',
  email: 'giulia@example.it',
  phone: '3331234567',
  message: 'Ciao',
  privacy: true,
}

const newRequest = async (here: Awaited<ReturnType<typeof server.newTenant>>, name = aRequest.name): Promise<number> =>
  (await here.post('/client/contact', { ...aRequest, name })).json().id

test('staff list contact requests in pages, newest first, with the number of unanswered ones', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const ids = [await newRequest(here, 'Anna'), await newRequest(here, 'Bruno'), await newRequest(here, 'Carla')]
  await newRequest(elsewhere)
  const operator = await here.as('operator')

  const first = (await operator.get('/contact-requests?per_page=2')).json()
  const second = (await operator.get(`/contact-requests?per_page=2&last_id=${first.last_id}`)).json()

  expect(first.contact_requests.map(({ name }: { name: string }) => name)).toEqual(['Carla', 'Bruno'])
  expect(first).toMatchObject({ has_more: true, last_id: ids[1], unanswered_count: 3 })
  expect(second.contact_requests).toMatchObject([
    { name: 'Anna', email: 'giulia@example.it', message: 'Ciao', answered_at: null, answered_by: null },
  ])
  expect(second.has_more).toBe(false)
})

test('an answered request names the first user who answered, until it is marked as unanswered', async () => {
  const here = await server.newTenant()
  const id = await newRequest(here)
  const [operator, admin] = [await here.as('operator'), await here.as('admin')]
  const path = `/contact-requests/${id}/answered`

  const answers = await Promise.all([operator.put(path, { answered: true }), operator.put(path, { answered: true })])
  const again = await admin.put(path, { answered: true })

  const { answered_by, answered_at } = answers[0]!.json()
  expect(answered_by).toBeTruthy()
  expect(again.json()).toMatchObject({ answered_by, answered_at })
  expect((await admin.get('/contact-requests?only=unanswered')).json()).toMatchObject({
    contact_requests: [],
    unanswered_count: 0,
  })
  expect((await admin.put(path, { answered: false })).json()).toMatchObject({ answered_at: null, answered_by: null })
  expect((await admin.put('/contact-requests/999999/answered', { answered: true })).statusCode).toBe(404)
})

test('only an admin erases a contact request, once, and the audit trail keeps its id', async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const id = await newRequest(here)
  const [editor, admin, stranger] = [await here.as('editor'), await here.as('admin'), await elsewhere.as('admin')]

  expect((await editor.delete(`/contact-requests/${id}`)).statusCode).toBe(404)
  expect((await stranger.delete(`/contact-requests/${id}`)).statusCode).toBe(404)
  const answers = await Promise.all([admin.delete(`/contact-requests/${id}`), admin.delete(`/contact-requests/${id}`)])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
  expect(await here.db.selectFrom('contact_requests').selectAll().execute()).toEqual([])
  const entries = here.db.selectFrom('audit_entries').select(['action', 'subject_id'])
  expect(await entries.where('action', '=', 'contact_request.erased').execute()).toEqual([
    { action: 'contact_request.erased', subject_id: id },
  ])
})
