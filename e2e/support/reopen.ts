import type { Locator } from 'playwright-core'

/** Closes a dialog as Escape does, and clicks its opener before the next frame, with which the event of closing comes. */
export async function reopenAtOnce(dialog: Locator, opener: Locator) {
  await dialog.evaluate(
    async (element, button) => {
      ;(element as HTMLDialogElement).requestClose()
      // React renders in microtasks, before any other task.
      for (let i = 0; i < 10; i += 1) await null
      ;(button as HTMLElement).click()
      for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame)
    },
    await opener.elementHandle(),
  )
}
