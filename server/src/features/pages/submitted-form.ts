import type { FieldProblem } from '@prenoto/core/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { parseHost } from '../../plugins/host.ts'

/** A valid form: its raw fields and the parsed data. */
export type SentForm<T> = { fields: Record<string, string>; data: T }

const sentForm = z.object({ fields: z.record(z.string(), z.string()) })

/** The raw fields of a form, not yet validated. */
export const parseForm = (text: string): Omit<SentForm<never>, 'data'> => ({
  fields: Object.fromEntries(new URLSearchParams(text)),
})

/**
 * CSRF check: whether another site's page sent the form. Uses the origin where browsers send no `Sec-Fetch-Site`, for instance
 * over plain HTTP. A request without either header does not come from a browser and is accepted.
 */
export function isCrossSite(request: FastifyRequest) {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  if (site !== undefined) return /^(cross|same)-site$/.test(`${site}`)
  const source = origin ?? referer
  // Ignores ports, which a proxy may omit in the host.
  return source !== undefined && URL.parse(source)?.hostname.replace(/\.$/, '') !== parseHost(request)?.domain
}

/** The fields with these names, with `\n` line breaks. Browsers omit unchecked boxes. */
export function fieldsIn(body: unknown, names: readonly string[]): Record<string, string> {
  const { fields } = sentForm.safeParse(body).data ?? { fields: {} }
  return Object.fromEntries(
    names.flatMap((name) => (name in fields ? [[name, fields[name]!.replaceAll('\r\n', '\n')]] : [])),
  )
}

/** Validates typed fields with an endpoint's schema; the consents become booleans. */
export function checkFields<S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, string>,
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

/** The fields of a form of this site, to be sent again; undefined for other requests. */
export function fieldsToSendAgain(request: FastifyRequest) {
  const { fields } = sentForm.safeParse(request.body).data ?? {}
  return fields && Object.keys(fields).length > 0 && !isCrossSite(request) ? fields : undefined
}
