import { LRUCache } from 'lru-cache'
import { ReadyText } from './ready-text.ts'

/** Bytes for all that is rendered, and what each takes besides its own, at most. */
const MAX_BYTES = 8 * 2 ** 20
const ENTRY_BYTES = 2_500

/** A text made from an answer, and what else there is to say of it. */
type Rendered<T> = { text: ReadyText; about: T }
type Entry<T> = Rendered<T> & { source: WeakRef<ReadyText> }

/**
 * Keeps what is rendered from an answer for as long as that same answer is given, so that it is as true as that one.
 * `render` may depend on the key, the answer and its tenant's revision, and on nothing else.
 */
export function renderedCache<T>(maxBytes = MAX_BYTES) {
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => text.size + ENTRY_BYTES,
  })

  return (key: string, source: ReadyText, render: () => { text: string; about: T }): Rendered<T> => {
    const known = entries.get(key)
    if (known?.source.deref() === source) return known

    const rendered = render()
    const text = new ReadyText(rendered.text, () => {
      const entry = entries.peek(key)
      if (entry?.text === text) entries.set(key, { ...entry })
    })
    const entry = { text, about: rendered.about, source: new WeakRef(source) }
    entries.set(key, entry)
    return entry
  }
}
