import { readKept, removeKept, storeKept } from '../lib/session.ts'

export type ToastKind = 'success' | 'danger' | 'warning' | 'info'
export type Toast = { id: number; kind: ToastKind; text: string }

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something in passing, in a corner of any page. What is being said already is not said twice, but anew. */
export function showToast(kind: ToastKind, text = 'Operation completed successfully') {
  lastId += 1
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text)
  replace([...others, { id: lastId, kind, text }])
}

export const removeToast = (id: number) => replace(toasts.filter((toast) => toast.id !== id))

export const currentToasts = () => toasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const LATER = 'toast_later'

/** Says something once the page that is gone to now is there. */
export const toastOnNextPage = (kind: ToastKind, text: string) => storeKept(LATER, JSON.stringify({ kind, text }))

/** What the page before has left to say. */
export function showLeftToast() {
  const left = readKept(LATER)
  if (left === undefined) return
  removeKept(LATER)
  const { kind, text } = JSON.parse(left) as Toast
  showToast(kind, text)
}
