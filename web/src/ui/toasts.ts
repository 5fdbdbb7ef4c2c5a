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
