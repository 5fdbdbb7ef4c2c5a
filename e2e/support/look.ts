import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a person sees, hears or feels; each waits until it is so. */

export const seen = (place: Locator) => place.waitFor({ state: 'visible' })
export const gone = (place: Locator) => expect.poll(() => place.filter({ visible: true }).count()).toBe(0)

/** Clicks when the document has been painted: Chromium drops clicks that come before. */
export async function clickOncePainted(place: Locator) {
  await expect.poll(() => place.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  await place.click()
}

/** The loading overlay has been taken away, and every skeleton filled. */
export const loaded = (page: Page) => gone(page.getByRole('status', { name: 'Caricamento in corso' }))

/** The code of every screen has come, that of the last one included. */
export const everyScreenFetched = (page: Page) =>
  expect
    .poll(async () => {
      const last = (await page.requests()).find((request) => request.url().includes('/customer-page-'))
      return last?.existingResponse()?.ok()
    })
    .toBe(true)

/** The page around a place, if it is one of the site, answers by itself to what is pressed, not by the browser's ways alone. */
export const alive = (place: Locator) =>
  expect
    .poll(() =>
      place.evaluate(() => {
        const isSite = document.querySelector('script[src*="/entry-public"]') !== null
        // React marks the element that it has hydrated.
        return (
          !isSite || Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__reactContainer'))
        )
      }),
    )
    .toBe(true)

export const focused = (place: Locator) =>
  expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)

export const inView = (place: Locator) =>
  expect
    .poll(() =>
      place.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)

/** A green or red message in passing. */
export const told = (page: Page, text: string) =>
  seen(page.getByRole('status').or(page.getByRole('alert')).getByText(text, { exact: true }).first())

export const arrivedAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

/** Walks with the Tab key until the place has the focus; fails when the keyboard does not lead there. */
export async function tabTo(page: Page, place: Locator, key = 'Tab') {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${place}`)
}

/** The page is no wider than the window, once what floats has found its place in it. */
export const fitsWidth = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** Waits until nothing moves any more. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
