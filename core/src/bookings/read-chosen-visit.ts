import { idParam } from '../contract/pagination.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import { plainTime } from '../time/plain-time-schema.ts'
import { linkSource } from './booking-source.ts'
import { alsoIn } from './chosen-services.ts'
import { CHOICE, type ChosenVisit } from './chosen-visit.ts'

/** Ignores invalid parameters; undefined when no valid one is left. */
export function readChosenVisit(query: unknown): ChosenVisit | undefined {
  const texts = query as Record<string, unknown>
  const start = plainDate.safeParse(texts[CHOICE.start]).data
  const day = plainDate.safeParse(texts[CHOICE.day]).data
  const hour = day && plainTime.safeParse(texts[CHOICE.hour]).data
  const calendar = idParam.safeParse(texts[CHOICE.calendar]).data
  const variant = idParam.safeParse(texts[CHOICE.variant]).data
  const also = alsoIn(texts[CHOICE.also])
  const source = linkSource.safeParse(texts[CHOICE.source]).data
  const chosen = { start, day, hour, calendar, variant, also, source }
  return Object.values(chosen).some(Boolean) ? chosen : undefined
}
