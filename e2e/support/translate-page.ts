/**
 * Runs in the page before it loads and imitates the translator of Chrome: each text node is replaced by one of its own
 * within two `font` elements, also when it is added or changed later. The text stays the same, so that every test can
 * also run on translated pages: a text that React writes into a replaced node is missing.
 */
export function translatePage() {
  const SKIPPED = 'script, style, textarea, select, svg, [translate="no"], font'

  function translate(text: Text) {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(SKIPPED)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }

  function translateIn(node: Node) {
    if (node instanceof Text) return translate(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) translate(text)
  }

  const observer = new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      if (type === 'characterData') translateIn(target)
      else for (const node of addedNodes) translateIn(node)
    }
  })

  function start() {
    translateIn(document.body)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }

  type HostRoot = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }

  /** React marks its container, and compares it with the texts of the server until it has hydrated it. */
  function isHydrated() {
    const root: object = document.getElementById('root') ?? {}
    const mark = Object.entries(root).find(([key]) => key.startsWith('__reactContainer'))
    return mark && !(mark[1] as HostRoot).stateNode.current.memoizedState.isDehydrated
  }

  function startOnceHydrated() {
    if (isHydrated()) start()
    else requestAnimationFrame(startOnceHydrated)
  }
  addEventListener('DOMContentLoaded', startOnceHydrated)
}
