import type { HostMessage } from '@prenoto/core/pages/embedding.ts'

/** Keeps the page that shows this one within it informed. It is one that the owner has named, or this one would not show. */
export function postHeight(root: HTMLElement) {
  const tell = (message: HostMessage) => parent.postMessage(message, '*')
  const tellHeight = () => tell({ prenoto: 'height', height: Math.ceil(root.getBoundingClientRect().height) })
  // A heading takes the focus to guide the reader, so the host scrolls to it. Controls are where the reader is already.
  const show = (focused: Element | null) => {
    if (!focused?.matches('[tabindex="-1"]:not(button)')) return
    tellHeight()
    // In a frame as high as its content nothing is scrolled; in this one it may still be.
    tell({ prenoto: 'show', top: focused.getBoundingClientRect().top - root.getBoundingClientRect().top })
  }

  tell({ prenoto: 'page' })
  new ResizeObserver(tellHeight).observe(root)
  show(document.activeElement)
  root.addEventListener('focusin', ({ target }) => show(target as Element))
}
