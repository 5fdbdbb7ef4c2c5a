import * as z from 'zod/mini'

/** What keeps something from being done, in words that people may read; null when nothing does. */
export const obstacle = z.object({ obstacle: z.nullable(z.string()) })
export type Obstacle = z.infer<typeof obstacle>
