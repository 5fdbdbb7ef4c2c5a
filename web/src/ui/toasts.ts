export type ToastKind = 'success' | 'danger' | 'warning' | 'info'
export type Toast = { id: number; kind: ToastKind; text: string }

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message in a corner of any page, in place of an equal one; a success and a failure are never shown together. */
export function showToast(kind: ToastKind, text = 'Operation completed successfully') {
  lastId += 1
  const isReplaced = (shown: Toast) =>
    (shown.kind === kind && shown.text === text) ||
    (shown.kind === 'success' && (kind === 'success' || kind === 'danger')) ||
    (shown.kind === 'danger' && kind === 'success')
  replace([...toasts.filter((shown) => !isReplaced(shown)), { id: lastId, kind, text }])
}

export const removeToast = (id: number) => replace(toasts.filter((toast) => toast.id !== id))

export const currentToasts = () => toasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
