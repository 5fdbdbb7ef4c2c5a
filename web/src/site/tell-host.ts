import { type HostMessage, isEmbeddable } from '@prenoto/core/pages/embedding.ts'

/** Keeps the page that shows this one within it informed. It is one that the owner has named, or this one would not show. */
export function tellHost(root: HTMLElement) {
  const tell = (message: HostMessage) => parent.postMessage(message, '*')
  const tellHeight = () => tell({ prenoto: 'height', height: Math.ceil(root.getBoundingClientRect().height) })

  tell({ prenoto: 'page' })
  new ResizeObserver(tellHeight).observe(root)

  // What takes the focus to guide the reader is to be seen; to all else the browser scrolls by itself.
  root.addEventListener('focusin', ({ target }) => {
    const element = target as Element
    if (!element.matches('[tabindex="-1"]')) return
    tellHeight()
    tell({ prenoto: 'show', top: element.getBoundingClientRect().top })
  })

  // The document leads every link to the whole window: those to pages that can be shown here stay.
  root.addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest('a')
      if (link?.target === '' && link.origin === location.origin && isEmbeddable(link.pathname)) link.target = '_self'
    },
    true,
  )
}
