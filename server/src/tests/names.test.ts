import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { listFields, sampleBody } from '@prenoto/test-support/http/sample-body.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let token: string
let serviceId: number
beforeAll(async () => {
  here = await server.newTenant()
  token = (await here.as('admin')).token
  serviceId = (await here.newService()).id
})

/** A schema with a name and an e-mail address describes a person, whose name may appear in e-mails. */
const personal = declaredEndpoints.filter(({ body }) => {
  const fields = listFields(body)
  return fields.includes('email') && fields.includes('name')
})

let people = 0

const call = (endpoint: Endpoint, person: object) =>
  server.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:\w+/g, String(serviceId))}`,
    headers: { host: here.domain, authorization: `Bearer ${token}` },
    payload: { ...sampleBody(endpoint, { service_id: serviceId, email: `p${++people}@example.it` }), ...person },
  })

test('these fields contain the name of a person', () => {
  expect(personal.map(endpointName).sort()).toEqual([
    'POST /bookings/create',
    'POST /bookings/series',
    'POST /client/bookings/create/:serviceId',
    'POST /client/contact',
    'POST /client/waiting-list/:serviceId',
    'POST /customers',
    'POST /users',
    'PUT /bookings/series/update/:id',
    'PUT /bookings/update/:id',
    'PUT /customers/:id',
    'PUT /user/update',
    'PUT /users/:id',
  ])
})

test.for(personal.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  '%s rejects a name with a web address and accepts names with a dot',
  { tags: ['12.1'] },
  async ([, endpoint]) => {
    for (const field of ['name', 'surname'].filter((field) => listFields(endpoint.body).includes(field))) {
      const refused = await call(endpoint, { [field]: 'Vinci su WWW.evil.example' })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual([{ path: field, message: 'Non può contenere indirizzi web.' }])
    }

    const { errors = [] } = (await call(endpoint, { name: 'St.John' })).json()
    expect(errors).not.toContainEqual(expect.objectContaining({ path: 'name' }))
  },
)
