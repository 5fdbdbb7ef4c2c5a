declare global {
  interface Window {
    messages: string[]
  }
}

/**
 * Runs before each page loads. Records the texts of toasts, since a toast may be gone before a slow machine looks for it.
 * A toast that moves into a dialog or out of it is no new one; one that replaces an equal one is.
 */
export function recordMessages() {
  window.messages = []
  const readToasts = (nodes: NodeList, target: Node) =>
    [...nodes]
      .filter((node) => node instanceof Element)
      .flatMap((element) => [...element.querySelectorAll(':is([role=status], [role=alert]) > p')])
      .map(({ textContent: text }) => ({ text, target }))
  new MutationObserver((mutations) => {
    const added = mutations.flatMap(({ addedNodes, target }) => readToasts(addedNodes, target))
    for (const removed of mutations.flatMap(({ removedNodes, target }) => readToasts(removedNodes, target))) {
      const moved = added.findIndex(({ text, target }) => text === removed.text && target !== removed.target)
      if (moved >= 0) added.splice(moved, 1)
    }
    window.messages.push(...added.map(({ text }) => text))
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Runs in the page. Takes the toasts with this text out of the record, and closes them, since they would cover the page for
 * seconds; false if there is none.
 */
export function takeMessage(text: string | RegExp) {
  const isExpected = (message: string) => (text instanceof RegExp ? text.test(message) : message === text)
  const others = window.messages.filter((message) => !isExpected(message))
  for (const paragraph of document.querySelectorAll(':is([role=status], [role=alert]) > p'))
    if (isExpected(paragraph.textContent)) paragraph.parentElement!.querySelector('button')?.click()
  const isRecorded = others.length < window.messages.length
  window.messages = others
  return isRecorded
}
