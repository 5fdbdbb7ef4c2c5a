import * as z from 'zod/mini'
import { epochDay } from '../time/plain-date.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'

/** As many days as a month's grid shows. */
const MAX_DAYS = 42

/** The days of which the hours are asked, both included. */
export const hoursQuery = z.object({ from: plainDate, to: plainDate }).check(
  z.refine(({ from, to }) => to >= from, { path: ['to'], error: 'La fine non può precedere l’inizio.' }),
  z.refine(({ from, to }) => epochDay(to) - epochDay(from) < MAX_DAYS, {
    path: ['to'],
    error: `Chiedi al massimo ${MAX_DAYS} giorni alla volta.`,
  }),
)

/** When a calendar is open on the local clock: extra openings are in it, closures are not taken out. */
export const calendarHours = z.object({
  id: z.int(),
  name: z.string(),
  public_name: z.string(),
  /** How many bookings it takes at once. */
  capacity: z.int(),
  /** The days on which it opens; `to` is '00:00:00' where a window lasts until midnight. */
  days: z.array(
    z.object({
      date: plainDateOutput,
      windows: z.array(z.object({ from: plainTimeOutput, to: plainTimeOutput })),
    }),
  ),
})
export type CalendarHours = z.infer<typeof calendarHours>
