import * as z from 'zod/mini'

/** What an hour that is not offered runs into, and how that is said. */
const DETAILS = {
  booking: 'In questo orario il posto è già occupato.',
  closure: 'In questo orario il calendario è chiuso.',
  hours: 'L’orario è fuori dall’apertura.',
  notice: 'L’orario è entro il preavviso chiesto ai clienti.',
  limit: 'Il calendario ha già tutte le prenotazioni che accetta in un giorno.',
}

export const collisionKind = z.enum(Object.keys(DETAILS) as (keyof typeof DETAILS)[])
export type CollisionKind = z.infer<typeof collisionKind>

/** One thing that an hour runs into; `detail` is Italian and may be shown as it is. */
export const collision = z.object({ kind: collisionKind, detail: z.string() })
export type Collision = z.infer<typeof collision>

export const collisionOf = (kind: CollisionKind): Collision => ({ kind, detail: DETAILS[kind] })
