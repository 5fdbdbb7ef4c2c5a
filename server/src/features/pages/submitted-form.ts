import type { FieldProblem } from '@prenoto/core/contract/problem.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { hostOf } from '../../plugins/host.ts'

/** A form that a browser has sent by itself and that keeps to the rules: its text by field, and what that says. */
export type SentForm<T> = { fields: Record<string, string>; data: T }

const sentForm = z.object({ fields: z.record(z.string(), z.string()) })

/** What a browser has sent, not held to any rule yet. */
export const parseForm = (text: string): Omit<SentForm<never>, 'data'> => ({
  fields: Object.fromEntries(new URLSearchParams(text)),
})

/**
 * Whether the page of another site has sent a form, which its visitor may not know. Browsers without `Sec-Fetch-Site`, and all of
 * them over plain HTTP, tell by the origin. What tells nothing is no browser, and so nobody's visit to another site.
 */
export function isFromElsewhere(request: FastifyRequest) {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  if (site !== undefined) return /^(cross|same)-site$/.test(`${site}`)
  const source = origin ?? referer
  // Ports are left out: a proxy may name none in the host.
  return source !== undefined && URL.parse(source)?.hostname.replace(/\.$/, '') !== hostOf(request)?.domain
}

/** The fields of these names, as they were typed: browsers send a line's end as two characters, and no box that is not ticked. */
export function fieldsIn(body: unknown, names: readonly string[]): Record<string, string> {
  const { fields } = sentForm.safeParse(body).data ?? { fields: {} }
  return Object.fromEntries(
    names.flatMap((name) => (name in fields ? [[name, fields[name]!.replaceAll('\r\n', '\n')]] : [])),
  )
}

/** What was typed, with the consent as a truth value, held to the rules of an endpoint. */
export function checkFields<S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, string>,
  others: object = {},
): { data: z.output<S>; problems?: undefined } | { data?: undefined; problems: FieldProblem[] } {
  const { data, error } = schema.safeParse({ ...typed, privacy: 'privacy' in typed, ...others })
  if (!error) return { data }
  return { problems: error.issues.map(({ path, message }) => ({ path: String(path[0]), message })) }
}

/** What was typed into a form that a page of ours has sent, for it to be sent again; undefined where nothing was. */
export function fieldsToSendAgain(request: FastifyRequest) {
  const { fields } = sentForm.safeParse(request.body).data ?? {}
  return fields && Object.keys(fields).length > 0 && !isFromElsewhere(request) ? fields : undefined
}
