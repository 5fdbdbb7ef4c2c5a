import type { FastifyInstance } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import type { Settings } from '../settings/settings.ts'

/** RFC 9116 advises an expiry of less than a year. */
const VALID_DAYS = 180

type SecurityTxtOptions = { provider: Settings['provider']; clock: Clock }

/** Serves the provider's contact for reports of vulnerabilities on every domain (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, { provider, clock }: SecurityTxtOptions) {
  app.get('/.well-known/security.txt', { schema: { hide: true }, config: { always: true } }, async (_, reply) => {
    const expires = clock()
      .add({ hours: VALID_DAYS * 24 })
      .round('hour')
    const lines = [`Contact: mailto:${provider.email}`, `Expires: ${expires}`, 'Preferred-Languages: it, en']
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
