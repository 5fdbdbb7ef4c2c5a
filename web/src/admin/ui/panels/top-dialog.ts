/** The modal panel or dialog above all others. */
export const topDialog = () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)

/** A dialog closes when its attribute or the element itself is removed. */
export function subscribeToDialogs(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => observer.disconnect()
}
