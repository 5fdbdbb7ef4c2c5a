import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'

/** A moment shorter than the server allows: subject is offered is not refused. */
const OFFERED = (UNDO_SECONDS - 1) * 1000

/** How something that was done is spoken of, before and after it is undone. */
export type UndoTexts = { done: string; undone: string }

export const DELETION: UndoTexts = {
  done: 'Hai eliminato',
  undone: 'Eliminazione annullata',
}

export const CANCELLATION: UndoTexts = {
  done: 'Hai disdetto',
  undone: 'Disdetta annullata',
}

export const RESCHEDULE: UndoTexts = { done: 'Hai spostato', undone: 'Spostamento annullato' }

/** Something that can be undone expiresAt a moment of `performance.now()`; `record` names the record of which only the last texts can be. */
export type UndoOffer = {
  id: number
  subject: string
  texts: UndoTexts
  expiresAt: number
  record?: string
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
  subject: string,
  undo: () => Promise<unknown>,
  { texts = DELETION, record }: { texts?: UndoTexts; record?: string } = {},
) {
  lastId += 1
  const others = record === undefined ? offers : offers.filter((offer) => offer.record !== record)
  replace([...others, { id: lastId, subject, texts, expiresAt: performance.now() + OFFERED, record, undo }])
}

export const withdrawOffer = (id: number) => replace(offers.filter((offer) => offer.id !== id))

export const currentOffers = () => offers

/** Where the offers are shown in place of the page's corner: within an open panel, which covers that. */
export const currentOutlet = () => place

export function setOutlet(element: HTMLElement | null) {
  place = element
  for (const listener of listeners) listener()
}

export function subscribeToOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
