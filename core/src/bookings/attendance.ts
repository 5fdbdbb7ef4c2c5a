import * as z from 'zod/mini'

/** Attendance of a visit; null while it is not recorded. */
export const attendance = z.enum(['arrived', 'completed', 'no_show'])
export type Attendance = z.infer<typeof attendance>

/** Null clears the attendance. */
export const attendanceSchema = z.object({ attendance: z.nullable(attendance) })
