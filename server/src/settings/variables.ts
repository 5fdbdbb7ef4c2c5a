import { StartupError } from '@prenoto/core/startup-error.ts'
import * as z from 'zod/mini'

/** A variable that `parse` converts; undefined is an error with this message. */
export const parsed = <T>(parse: (text: string) => T | undefined, message: string) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const value = parse(text)
      if (value !== undefined) return value
      issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    }),
  )

/** The items of a list that is separated by commas; undefined if one of them is invalid. */
export function parseList(text: string, isValid: (item: string) => boolean): string[] | undefined {
  const items = text.split(',').map((item) => item.trim())
  return items.every(isValid) ? items : undefined
}

type Variables = Record<string, unknown>

/** Throws a StartupError that names the variables that are not set. */
export const requireSet = (variables: Variables, reason: string) =>
  refuse(variables, reason, (value) => value === undefined)

/** Throws a StartupError that names the variables that are set and of no use. */
export const refuseSet = (variables: Variables, reason: string) =>
  refuse(variables, reason, (value) => value !== undefined)

function refuse(variables: Variables, reason: string, isWrong: (value: unknown) => boolean) {
  const wrong = Object.entries(variables).filter(([, value]) => isWrong(value))
  if (wrong.length > 0) throw new StartupError(wrong.map(([name]) => `${name}: ${reason}`).join('\n'))
}

/** Whether these variables are set: all or none. Throws a StartupError that names those that are missing. */
export function areSet(variables: Variables, reason: string): boolean {
  if (Object.values(variables).every((value) => value === undefined)) return false
  requireSet(variables, reason)
  return true
}
