import { useEffect } from 'react'

const KEY_OFF = 'search_key_off'

/** A key alone must be possible to do without, for who speaks to their computer or slips: this browser remembers it. */
export const isSearchKeyOn = () => {
  try {
    return localStorage.getItem(KEY_OFF) === null
  } catch {
    // Storage may be switched off: the key is on.
    return true
  }
}

export function setSearchKey(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(KEY_OFF)
    else localStorage.setItem(KEY_OFF, 'true')
  } catch {
    // Storage may be switched off: the key stays on.
  }
}

const TYPING = 'input, textarea, select, [contenteditable], [role=spinbutton], [role=menu], [role=listbox]'

/** '/' anywhere but where somebody types or something is open over the page. */
export function useSearchKey(open: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented || !isSearchKeyOn()) return
      if ((target instanceof Element && target.closest(TYPING)) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
}
