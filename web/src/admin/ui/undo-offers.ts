/** A deletion that can be taken back: `what` is gone. */
export type UndoOffer = { id: number; what: string; undo: () => Promise<unknown> }

let offers: UndoOffer[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: UndoOffer[]) {
  offers = next
  for (const listener of listeners) listener()
}

/** Lets whoever has just deleted something take that back, on whichever page they are by then. */
export function offerUndo(what: string, undo: () => Promise<unknown>) {
  lastId += 1
  replace([...offers, { id: lastId, what, undo }])
}

export const withdrawOffer = (id: number) => replace(offers.filter((offer) => offer.id !== id))

export const currentOffers = () => offers

export function subscribeToOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
