import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'

/** One second less than the server allows, in milliseconds. */
const OFFER_DURATION = (UNDO_SECONDS - 1) * 1000

/** Texts before and after an action is undone. */
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

/** Says whether a customer gets a message about the action; `silence` prevents it. */
export type CustomerNotice = { text: string; silence?: () => Promise<unknown> }

/** An action that can be undone until `expiresAt`, a time of `performance.now()`; one offer per `record`. */
export type UndoOffer = {
  id: number
  subject: string
  texts: UndoTexts
  expiresAt: number
  record?: string
  notice?: CustomerNotice
  undo: () => Promise<unknown>
}

type OfferOptions = Partial<Pick<UndoOffer, 'texts' | 'record' | 'notice'>>

let offers: UndoOffer[] = []
let lastId = 0
let outlet: HTMLElement | null = null
const listeners = new Set<() => void>()

function replace(next: UndoOffer[]) {
  offers = next
  for (const listener of listeners) listener()
}

/** Offers to undo an action, a deletion by default, on every page until the offer expires. */
export function offerUndo(
  subject: string,
  undo: () => Promise<unknown>,
  { texts = DELETION, record, notice }: OfferOptions = {},
) {
  lastId += 1
  const others = record === undefined ? offers : offers.filter((offer) => offer.record !== record)
  const expiresAt = performance.now() + OFFER_DURATION
  replace([...others, { id: lastId, subject, texts, expiresAt, record, notice, undo }])
}

export const withdrawOffer = (id: number) => replace(offers.filter((offer) => offer.id !== id))

export const currentOffers = () => offers

/** The element in an open panel that shows the undo bar instead of the page's corner. */
export const currentOutlet = () => outlet

export function setOutlet(element: HTMLElement | null) {
  outlet = element
  for (const listener of listeners) listener()
}

export function subscribeToOffers(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
