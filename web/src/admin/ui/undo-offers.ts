/** How something that was done is spoken of, before and after it is taken back. */
export type Deed = { done: string; undoing: string; undone: string }

export const DELETION: Deed = {
  done: 'Hai eliminato',
  undoing: 'Annulla l’eliminazione',
  undone: 'Eliminazione annullata',
}

export const CANCELLATION: Deed = {
  done: 'Hai disdetto',
  undoing: 'Annulla la disdetta',
  undone: 'Disdetta annullata',
}

export const MOVE: Deed = { done: 'Hai spostato', undoing: 'Annulla lo spostamento', undone: 'Spostamento annullato' }

/** Something that was done and can be taken back; `about` names the record of which only the last deed can be. */
export type UndoOffer = { id: number; what: string; deed: Deed; about?: string; undo: () => Promise<unknown> }

let offers: UndoOffer[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: UndoOffer[]) {
  offers = next
  for (const listener of listeners) listener()
}

/** Lets whoever has just deleted something, or done something else to it, take that back, on whichever page they are by then. */
export function offerUndo(
  what: string,
  undo: () => Promise<unknown>,
  { deed = DELETION, about }: { deed?: Deed; about?: string } = {},
) {
  lastId += 1
  const others = about === undefined ? offers : offers.filter((offer) => offer.about !== about)
  replace([...others, { id: lastId, what, deed, about, undo }])
}

export const withdrawOffer = (id: number) => replace(offers.filter((offer) => offer.id !== id))

export const currentOffers = () => offers

export function subscribeToOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
