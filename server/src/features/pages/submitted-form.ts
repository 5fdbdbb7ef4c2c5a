import type { FieldProblem } from '@prenoto/core/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { parseHost } from '../../plugins/host.ts'
import { getLog } from '../../plugins/request-log.ts'

/** The texts of a form by field. */
export type Fields = Record<string, string>

/**
 * CSRF check: whether another site's page sent the form, which is logged. Uses the origin where browsers send no
 * `Sec-Fetch-Site`, for instance over plain HTTP. A request without either header does not come from a browser and is accepted.
 */
export function isForged(request: FastifyRequest) {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  const source = origin ?? referer
  const isForged =
    site !== undefined
      ? /^(cross|same)-site$/.test(`${site}`)
      : // Ignores ports, which a proxy may omit in the host.
        source !== undefined && URL.parse(source)?.hostname.replace(/\.$/, '') !== parseHost(request)?.domain
  if (isForged) getLog(request).warn('form of another site')
  return isForged
}

/** The fields with these names, with `\n` line breaks. Browsers omit unchecked boxes. */
export const readFields = (body: unknown, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = (body as Record<string, unknown> | null | undefined)?.[name]
      return typeof text === 'string' ? [[name, text.replaceAll('\r\n', '\n')]] : []
    }),
  )

/** Validates typed fields with an endpoint's schema; the consents become booleans. */
export function checkFields<S extends z.ZodMiniType>(
  schema: S,
  typed: Fields,
  others: object = {},
): { data: z.output<S>; problems?: undefined } | { data?: undefined; problems: FieldProblem[] } {
  const { data, error } = schema.safeParse({
    ...typed,
    privacy: 'privacy' in typed,
    text_consent: 'text_consent' in typed,
    ...others,
  })
  if (!error) return { data }
  return { problems: error.issues.map(({ path, message }) => ({ path: String(path[0]), message })) }
}

/** The fields of a form of this site, to be sent again; undefined for other requests and for a form with a password. */
export function fieldsToSendAgain(request: FastifyRequest) {
  const fields = readFields(request.body, Object.keys(request.body ?? {}))
  if ('new_password' in fields) return undefined
  return Object.keys(fields).length > 0 && !isForged(request) ? fields : undefined
}
