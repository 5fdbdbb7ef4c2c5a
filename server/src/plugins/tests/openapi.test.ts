import { declaredEndpoints } from '@prenoto/test-support/http/endpoints.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
beforeAll(async () => {
  here = await server.newTenant()
})

test('the description of the API is valid OpenAPI 3.1', { tags: ['7.34'] }, async () => {
  const response = await here.get('/openapi.json')

  expect(response.statusCode).toBe(200)
  expect(response.json().openapi).toMatch(/^3\.1\./)
  expect(await new Validator().validate(response.json())).toEqual({ valid: true })
})

test('the description lists exactly the served endpoints with their schemas', {
  tags: ['7.34'],
}, async () => {
  const { paths } = (await here.get('/openapi.json')).json()
  const served = declaredEndpoints.filter(({ method, path }) => server.app.hasRoute({ method, url: `/api${path}` }))

  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const expected = served.map(({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`)

  expect(described.sort()).toEqual(expected.sort())
  for (const endpoint of served) {
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operation = paths[path][endpoint.method.toLowerCase()]
    expect(operation.summary).toBe(endpoint.summary)
    if (endpoint.body) expect(operation.requestBody.content['application/json'].schema.type).toBe('object')
    if (endpoint.response) expect(operation.responses[endpoint.status].content['application/json']).toBeDefined()
  }
})

test('every declared endpoint of the public side is served', () => {
  const missing = declaredEndpoints.filter(
    ({ method, path }) => path.startsWith('/client/') && !server.app.hasRoute({ method, url: `/api${path}` }),
  )

  expect(missing).toEqual([])
})

test('the endpoints for keys name their second way in, and its example works', async () => {
  const { paths, components } = (await here.get('/openapi.json')).json()
  const { key } = (await (await here.as('admin')).post('/api_keys', { name: 'Cassa', rights: ['read'] })).json()
  const accepting = declaredEndpoints.filter(({ keyRight }) => keyRight)

  const described = Object.entries<Record<string, { security?: object[] }>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security = [] }]) =>
      security.some((scheme) => 'key' in scheme) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
  const [, path, header] = /curl https:\/\/[^/]+\/api(\S+) -H 'Authorization: (.+)'/.exec(
    components.securitySchemes.key.description,
  )!

  expect(described.sort()).toEqual(
    accepting.map(({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
  const answer = await here.get(path!, { authorization: header!.replace('pk_…', key) })
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ services: [] })])
})

test('Swagger UI loads all its files from the server', async () => {
  const page = await here.get('/docs')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect(file).toMatch(/^\/api\/docs\//)
    expect((await server.app.inject({ method: 'GET', url: file, headers: { host: here.domain } })).statusCode).toBe(200)
  }
})
