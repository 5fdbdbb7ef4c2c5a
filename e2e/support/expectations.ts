import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { takeMessage } from './messages.ts'

/**
 * Expectations about pages; each waits until it holds. Those that every page needs avoid `locator.evaluate`, for which
 * Playwright loads its selectors into the document once more.
 */

export const expectVisible = (locator: Locator) => locator.waitFor({ state: 'visible' })
export const expectHidden = (locator: Locator) => expect.poll(() => locator.filter({ visible: true }).count()).toBe(0)

/** Clicks after the first paint, since Chromium drops earlier clicks. */
export async function clickOncePainted(locator: Locator) {
  await expect.poll(() => locator.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  await locator.click()
}

/** Presses Enter on a button or link once it is enabled, which Playwright's `press` does not wait for. */
export async function pressEnter(locator: Locator) {
  await expect.poll(() => locator.isEnabled()).toBe(true)
  await locator.press('Enter')
}

/** Waits until no loading overlay, skeleton or table without rows shows. Finds them without roles, which are dear. */
export const waitUntilLoaded = (page: Page) =>
  expectHidden(page.locator('[role=status][aria-label="Caricamento in corso"], table[aria-busy=true]'))

/** The heading of a screen, but not of a sheet that is only printed. Found without its role, which is dear. */
export const findHeading = (page: Page) => page.locator('h1').filter({ visible: true })

/** Waits until a screen of the back office shows its data. */
export async function waitForScreen(page: Page) {
  await expectVisible(findHeading(page))
  await waitUntilLoaded(page)
}

/** Waits until the code of every screen is loaded; the customer page is the last one. */
export const waitForAllScreens = (page: Page) =>
  expect
    .poll(async () => {
      const last = (await page.requests()).find((request) => request.url().includes('/customer-page-'))
      return last?.existingResponse()?.ok()
    })
    .toBe(true)

/** Waits until React has hydrated a page or frame, if it is one of the public site. */
export const waitForHydration = (page: Pick<Page, 'evaluate'>) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const isSite = document.querySelector('script:is([src*="/entry-public"], [src*="/entry-sign-up"])') !== null
        // React marks the root that it has hydrated.
        return (
          !isSite || Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__reactContainer'))
        )
      }),
    )
    .toBe(true)

export const expectFocused = (locator: Locator) =>
  locator.and(locator.page().locator(':focus')).waitFor({ state: 'attached' })

export const expectInView = (locator: Locator) =>
  expect
    .poll(() =>
      locator.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)

/** Expects a toast, success or error, that has appeared since the last expectation of the same text. */
export const expectMessage = (page: Page, text: string | RegExp) =>
  expect.poll(() => page.evaluate(takeMessage, text)).toBe(true)

export const waitForPath = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

/**
 * Presses Tab until the element, once it is enabled, has the focus; fails after 80 presses. Finds it once, since roles and
 * names are dear.
 */
export async function tabTo(page: Page, locator: Locator, key = 'Tab') {
  let element = await locator.elementHandle()
  // An element that is replaced meanwhile is found again below.
  await element!.waitForElementState('enabled').catch(() => {})
  for (let pressed = 0; pressed < 80; pressed += 1) {
    const state = await element!.evaluate((it) => (it === document.activeElement ? 'focused' : it.isConnected))
    if (state === 'focused') return
    if (!state) element = await locator.elementHandle()
    else await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${locator}`)
}

/** Expects the page to be no wider than the window. */
export const expectFitsWidth = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** Waits until every finite animation has ended. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finite = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map((animation) => animation.finished))
  })
