import type { Page } from 'playwright-core'

/** Holds back what brings pages to life. Returns how to let it come. */
export async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-public.*\.js/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}
