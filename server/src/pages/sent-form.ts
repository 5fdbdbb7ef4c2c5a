import type { FieldProblem } from '@prenoto/core/problem.ts'
import * as z from 'zod/mini'

/** A form that a browser has sent by itself and that keeps to the rules: its text by field, and what that says. */
export type SentForm<T> = { fields: Record<string, string>; data: T }

const form = z.record(z.string(), z.string())

/** The fields of these names, as they were typed: browsers send a line's end as two characters, and no box that is not ticked. */
export function fieldsIn(body: unknown, names: readonly string[]): Record<string, string> {
  const fields = form.safeParse(body).data ?? {}
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

/** The text of a form that was sent and kept to the rules, for it to be sent again; undefined for any other body. */
export const fieldsOfSent = (body: unknown) =>
  z.object({ fields: form, data: z.unknown() }).safeParse(body).data?.fields
