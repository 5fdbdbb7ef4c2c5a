import { useEffect, useEffectEvent } from 'react'

const KEYS_OFF = 'search_key_off'

/** Whether single keys are shortcuts in this browser; people who dictate need to switch them off (WCAG 2.1.4). */
export const areShortcutsOn = () => {
  try {
    return localStorage.getItem(KEYS_OFF) === null
  } catch {
    // Without storage the shortcuts are on.
    return true
  }
}

export function setShortcuts(areOn: boolean) {
  try {
    if (areOn) localStorage.removeItem(KEYS_OFF)
    else localStorage.setItem(KEYS_OFF, 'true')
  } catch {
    // Without storage the shortcuts stay on.
  }
}

const TYPING = 'input, textarea, select, [contenteditable], [role=spinbutton], [role=menu], [role=listbox]'

/** Runs an action, if there is one, when the key is pressed outside of fields while no dialog is open. */
export function useShortcutKey(shortcut: string, run: (() => void) | undefined) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event
    if (
      !run ||
      key !== shortcut ||
      ctrlKey ||
      metaKey ||
      altKey ||
      isComposing ||
      defaultPrevented ||
      !areShortcutsOn()
    )
      return
    if ((target instanceof Element && target.closest(TYPING)) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
