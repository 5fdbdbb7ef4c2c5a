import * as z from 'zod/mini'
import { epochDay } from '../time/plain-date.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'

/** The days of a month grid: six weeks. */
const MAX_DAYS = 42

/** Both days are included. */
export const hoursQuery = z.object({ from: plainDate, to: plainDate }).check(
  z.refine(({ from, to }) => to >= from, { path: ['to'], error: 'La fine non può precedere l’inizio.' }),
  z.refine(({ from, to }) => epochDay(to) - epochDay(from) < MAX_DAYS, {
    path: ['to'],
    error: `Chiedi al massimo ${MAX_DAYS} giorni alla volta.`,
  }),
)

/** Opening hours of a calendar in local time; includes changed hours and special openings, ignores closures. */
export const calendarHours = z.object({
  id: z.int(),
  name: z.string(),
  public_name: z.string(),
  /** Maximum number of simultaneous bookings. */
  capacity: z.int(),
  /** The number of weeks that alternate, and the Monday on which the first of them began. */
  weeks: z.int(),
  rota_from: z.nullable(plainDateOutput),
  /** Days with opening hours; `to` is '00:00:00' when a window lasts until midnight. */
  days: z.array(
    z.object({
      date: plainDateOutput,
      windows: z.array(z.object({ from: plainTimeOutput, to: plainTimeOutput })),
    }),
  ),
})
export type CalendarHours = z.infer<typeof calendarHours>
