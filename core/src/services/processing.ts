import type { Interval } from '../availability/intervals.ts'

/** When a service's calendar is free within a visit: from `processing_after` minutes after its start; 0 minutes: never. */
export type Processing = { processing_after: number | null; processing_minutes: number }

/** The processing time of a service as an interval in minutes from its start; empty without one. */
export const toProcessingTimes = ({ processing_after: from, processing_minutes }: Processing): Interval[] =>
  from === null || processing_minutes === 0 ? [] : [{ from, to: from + processing_minutes }]

type Issue = { path: (keyof Processing)[]; message: string }

/** The fault of a processing time, if any: work must remain before and after it. */
export function findProcessingIssue({
  duration,
  processing_after: after,
  processing_minutes: minutes,
}: Processing & { duration: number }): Issue | undefined {
  const at = (field: keyof Processing, message: string): Issue => ({ path: [field], message })
  if (after === null) {
    return minutes > 0 ? at('processing_after', 'Indica dopo quanti minuti comincia la posa.') : undefined
  }
  const longest = duration - after - 1
  if (longest < 1) return at('processing_after', 'Comincia troppo tardi: dopo la posa deve restare del lavoro.')
  if (minutes === 0) return at('processing_minutes', 'Indica quanto dura, o lascia vuoto l’inizio.')
  if (minutes <= longest) return undefined
  return at('processing_minutes', `Dopo la posa deve restare del lavoro: al massimo ${longest} minuti.`)
}
