export type ToastKind = 'success' | 'danger' | 'warning' | 'info'
export type Toast = { id: number; kind: ToastKind; text: string }

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function replace(next: Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast, in place of an equal one. A success and a failure replace each other. */
export function showToast(kind: ToastKind, text = 'Operation completed successfully') {
  lastId += 1
  const isReplaced = (toast: Toast) =>
    (toast.kind === kind && toast.text === text) ||
    (toast.kind === 'success' && (kind === 'success' || kind === 'danger')) ||
    (toast.kind === 'danger' && kind === 'success')
  replace([...toasts.filter((toast) => !isReplaced(toast)), { id: lastId, kind, text }])
}

export const removeToast = (id: number) => replace(toasts.filter((toast) => toast.id !== id))

export const currentToasts = () => toasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
