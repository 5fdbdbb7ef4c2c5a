import type { Page } from 'playwright-core'

/** The clicks (or touches), drags and key presses of a task. */
export type Interactions = { clicks: number; drags: number; keys: number }

declare global {
  interface Window {
    interactions: Interactions
  }
}

/**
 * Counts the trusted input events of a task. `fill` causes none, so tasks type with `page.keyboard`. The task must stay
 * on one document.
 */
export async function countInteractions(page: Page, task: () => Promise<unknown>): Promise<Interactions> {
  await page.evaluate(count)
  await task()
  return page.evaluate(() => window.interactions)
}

/** Runs in the page. During a native drag the browser sends no pointer events, only the drop. */
function count() {
  const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']
  const DRAG_DISTANCE = 10
  const interactions = { clicks: 0, drags: 0, keys: 0 }
  const isCounting = window.interactions !== undefined
  window.interactions = interactions
  if (isCounting) return
  let pressed = { x: 0, y: 0 }
  addEventListener('pointerdown', ({ x, y }) => (pressed = { x, y }), true)
  addEventListener(
    'pointerup',
    ({ x, y, isTrusted }) => {
      if (!isTrusted) return
      const isDrag = Math.hypot(x - pressed.x, y - pressed.y) > DRAG_DISTANCE
      window.interactions[isDrag ? 'drags' : 'clicks'] += 1
    },
    true,
  )
  addEventListener('drop', () => (window.interactions.drags += 1), true)
  addEventListener(
    'keydown',
    ({ key, isTrusted }) => {
      if (isTrusted && !MODIFIERS.includes(key)) window.interactions.keys += 1
    },
    true,
  )
}
