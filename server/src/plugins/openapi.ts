import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { SPECIFICATION_VERSION } from '@prenoto/core/contract/specification-version.ts'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

const KEY_DESCRIPTION = `The key of a program, which an administrator makes in the settings and can revoke. It reaches only services
that are visible to other programs, and the bookings of those. It may make 120 requests a minute: see the headers \`RateLimit\` and
\`RateLimit-Policy\`, and after a 429 \`Retry-After\`. An endpoint that does not name a right for keys answers them with 404.

    curl https://www.example.it/api/services -H 'Authorization: Bearer pk_…'`

/** Generates OpenAPI 3.1 from the routes that are registered afterwards. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prenoto',
        version: SPECIFICATION_VERSION,
        description:
          'Every error is a problem document (RFC 9457); 403 means an unknown or suspended domain and nothing else.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The session of a user.' },
          key: { type: 'http', scheme: 'bearer', bearerFormat: 'pk_…', description: KEY_DESCRIPTION },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}

/** For Swagger UI: its own files and requests to the API. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Its stylesheet contains icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves /openapi.json and Swagger UI at /docs. */
export async function serveApiDocs(api: FastifyInstance) {
  // Hides the top bar, which loads other APIs and uses a style that the policy forbids.
  const uiConfig = { layout: 'BaseLayout' }
  await api.register(swaggerUi, { routePrefix: '/docs', indexPrefix: '/api', staticCSP: POLICY, uiConfig })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
