import * as z from 'zod/mini'

/** What became of a visit: its customer is here, it is over, or nobody came. Null is not known. */
export const attendance = z.enum(['arrived', 'completed', 'no_show'])
export type Attendance = z.infer<typeof attendance>

/** Null takes it back. */
export const attendanceSchema = z.object({ attendance: z.nullable(attendance) })
