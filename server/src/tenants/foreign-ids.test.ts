import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredEndpoints, nameOf } from '../../test/endpoints.ts'
import { aBooking, type TestServer, type TestTenant, testServer } from '../../test/test-server.ts'

let server: TestServer
let here: TestTenant
let foreign: Record<string, string | number>
beforeAll(async () => {
  server = await testServer()
  here = await server.newTenant()
  const elsewhere = await server.newTenant()
  const service = await elsewhere.newService()
  const { hidden_id } = (await elsewhere.book(service.id)).json()
  foreign = { serviceId: service.id, hiddenId: hidden_id }
})
afterAll(() => server.close())

/** What names nothing anywhere, for each parameter that visitors may put in a path. */
const unknown: Record<string, string | number> = { serviceId: 999_999_999, hiddenId: 'AAAAAAAAAAAAAAAAAAAAAA' }

/** What a caller sends along, so that only the path is wrong. */
const bodies: Record<string, object> = { 'POST /client/bookings/create/:serviceId': aBooking }

const withId = declaredEndpoints.filter(({ access, path }) => access === 'visitor' && path.includes(':'))

test('there are endpoints with an id', () => {
  expect(withId.length).toBeGreaterThanOrEqual(3)
})

test.for(withId.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s says the same of another business's id as of an unknown one",
  async ([name, { method, path }]) => {
    const call = (ids: Record<string, string | number>) =>
      server.app.inject({
        method,
        url: `/api${path.replaceAll(/:(\w+)/g, (_, name) => {
          if (ids[name] === undefined) throw new Error(`Say here what ${name} is at another business`)
          return String(ids[name])
        })}`,
        headers: { host: here.domain },
        ...(bodies[name] && { payload: bodies[name] }),
      })

    const [ofAnother, ofNobody] = [await call(foreign), await call(unknown)]

    expect(ofAnother.statusCode).toBe(404)
    expect(ofAnother.body).toBe(ofNobody.body)
    expect({ ...ofAnother.headers, date: '' }).toEqual({ ...ofNobody.headers, date: '' })
  },
)
