import type { Page } from 'playwright-core'

/** Delays the script that hydrates public pages. Returns a function that releases it. */
export async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-public.*\.js/, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}
