import type { HostMessage } from '@prenoto/core/pages/embedding.ts'

/** Reports the height of an embedded page to its host. Only the tenant's allowed sites can embed it (`frame-ancestors`). */
export function postHeight(root: HTMLElement) {
  const post = (message: HostMessage) => parent.postMessage(message, '*')
  const postCurrentHeight = () => post({ prenoto: 'height', height: Math.ceil(root.getBoundingClientRect().height) })
  // The host scrolls to a heading that a script has focused. A focused control is already visible.
  const show = (focused: Element | null) => {
    if (!focused?.matches('[tabindex="-1"]:not(button)')) return
    postCurrentHeight()
    // The offset from the root, since the frame may still be scrolled.
    post({ prenoto: 'show', top: focused.getBoundingClientRect().top - root.getBoundingClientRect().top })
  }

  post({ prenoto: 'page' })
  new ResizeObserver(postCurrentHeight).observe(root)
  show(document.activeElement)
  root.addEventListener('focusin', ({ target }) => show(target as Element))
}
