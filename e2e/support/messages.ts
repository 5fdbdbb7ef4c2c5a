declare global {
  interface Window {
    messages: string[]
  }
}

/**
 * Runs before each page loads. Records the texts of toasts, since a toast may be gone before a slow machine looks for it.
 * A toast that moves into a dialog or out of it is no new one.
 */
export function recordMessages() {
  window.messages = []
  const readTexts = (nodes: NodeList) =>
    [...nodes]
      .filter((node) => node instanceof Element)
      .flatMap((element) => [...element.querySelectorAll(':is([role=status], [role=alert]) > p')])
      .map((paragraph) => paragraph.textContent)
  new MutationObserver((mutations) => {
    const added = mutations.flatMap(({ addedNodes }) => readTexts(addedNodes))
    for (const text of mutations.flatMap(({ removedNodes }) => readTexts(removedNodes)))
      if (added.includes(text)) added.splice(added.indexOf(text), 1)
    window.messages.push(...added)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page. Takes the toasts with this text out of the record; false if there is none. */
export function takeMessage(text: string | RegExp) {
  const others = window.messages.filter((message) => (text instanceof RegExp ? !text.test(message) : message !== text))
  const isRecorded = others.length < window.messages.length
  window.messages = others
  return isRecorded
}
