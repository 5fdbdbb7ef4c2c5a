import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

/** Reads OpenAPI 3.1 off the endpoints that are served from here on. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prenoto',
        version: '2.1.7',
        description:
          'Every error is a problem document (RFC 9457); 403 means an unknown or suspended domain and nothing else.',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
}

/** What the page for people needs: the files that come with it, the description, and the API itself to try it out. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Its icons are written into its style.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The description at openapi.json, and a page for people at docs. */
export async function serveApiDocs(api: FastifyInstance) {
  // Without its bar, which asks for another API's description and brings a style that the policy forbids.
  const uiConfig = { layout: 'BaseLayout' }
  await api.register(swaggerUi, { routePrefix: '/docs', indexPrefix: '/api', staticCSP: POLICY, uiConfig })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
