import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'

/** A moment shorter than the server allows: what is offered is not refused. */
const OFFERED = (UNDO_SECONDS - 1) * 1000

/** How something that was done is spoken of, before and after it is undone. */
export type Deed = { done: string; undone: string }

export const DELETION: Deed = {
  done: 'Hai eliminato',
  undone: 'Eliminazione annullata',
}

export const CANCELLATION: Deed = {
  done: 'Hai disdetto',
  undone: 'Disdetta annullata',
}

export const MOVE: Deed = { done: 'Hai spostato', undone: 'Spostamento annullato' }

/** Something that can be undone until a moment of `performance.now()`; `about` names the record of which only the last deed can be. */
export type UndoOffer = {
  id: number
  what: string
  deed: Deed
  until: number
  about?: string
  undo: () => Promise<unknown>
}

let offers: UndoOffer[] = []
let lastId = 0
let place: HTMLElement | null = null
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
  replace([...others, { id: lastId, what, deed, until: performance.now() + OFFERED, about, undo }])
}

export const withdrawOffer = (id: number) => replace(offers.filter((offer) => offer.id !== id))

export const currentOffers = () => offers

/** Where the offers are shown in place of the page's corner: within an open panel, which covers that. */
export const currentPlace = () => place

export function setPlace(element: HTMLElement | null) {
  place = element
  for (const listener of listeners) listener()
}

export function subscribeToOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
