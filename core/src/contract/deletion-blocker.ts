import * as z from 'zod/mini'

/** What keeps something from being done, in words that people may read; null when nothing does. */
export const deletionBlocker = z.object({ deletionBlocker: z.nullable(z.string()) })
export type DeletionBlocker = z.infer<typeof deletionBlocker>
