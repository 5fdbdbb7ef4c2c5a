import * as z from 'zod/mini'

/** The Italian reason why a record cannot be deleted; null when it can. */
export const deletionBlocker = z.object({ deletion_blocker: z.nullable(z.string()) })
export type DeletionBlocker = z.infer<typeof deletionBlocker>
