import type { Page } from 'playwright-core'

/** What a task takes of a person: real clicks and touches, drags, and keys pressed. */
export type Effort = { clicks: number; drags: number; keys: number }

declare global {
  interface Window {
    effort: Effort
  }
}

/**
 * Counts what a person does on a page until the task is done. Only what the browser takes for the doing of a person counts: a
 * field that the test fills in does not, so tasks are typed with `page.keyboard`. The page must not be left for another one.
 */
export async function effortOf(page: Page, task: () => Promise<unknown>): Promise<Effort> {
  await page.evaluate(count)
  await task()
  return page.evaluate(() => window.effort)
}

/** Runs in the page. Of a native drag the browser takes the pointer away, and only the drop is told. */
function count() {
  const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']
  const AS_FAR_AS_A_DRAG = 10
  const effort = { clicks: 0, drags: 0, keys: 0 }
  const isCounted = window.effort !== undefined
  window.effort = effort
  if (isCounted) return
  let pressed = { x: 0, y: 0 }
  addEventListener('pointerdown', ({ x, y }) => (pressed = { x, y }), true)
  addEventListener(
    'pointerup',
    ({ x, y, isTrusted }) => {
      if (!isTrusted) return
      const isDrag = Math.hypot(x - pressed.x, y - pressed.y) > AS_FAR_AS_A_DRAG
      window.effort[isDrag ? 'drags' : 'clicks'] += 1
    },
    true,
  )
  addEventListener('drop', () => (window.effort.drags += 1), true)
  addEventListener(
    'keydown',
    ({ key, isTrusted }) => {
      if (isTrusted && !MODIFIERS.includes(key)) window.effort.keys += 1
    },
    true,
  )
}
