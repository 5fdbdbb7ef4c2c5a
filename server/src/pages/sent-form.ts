import type { FieldProblem } from '@prenoto/core/problem.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

/** A form that a browser has sent by itself and that keeps to the rules: its text by field, and what that says. */
export type SentForm<T> = { fields: Record<string, string>; data: T }

const sentForm = z.object({ fields: z.record(z.string(), z.string()) })

/** What a browser has sent, not held to any rule yet. */
export const parseForm = (text: string): Omit<SentForm<never>, 'data'> => ({
  fields: Object.fromEntries(new URLSearchParams(text)),
})

/** Browsers say themselves whose page has sent a form: from elsewhere, whoever visits that site would send it without knowing. */
export const isFromElsewhere = ({ headers }: FastifyRequest) =>
  /^(cross|same)-site$/.test(`${headers['sec-fetch-site']}`)

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
