import type { Page } from 'playwright-core'
import { expectHidden, expectVisible, findHeading, waitForPath, waitForScreen } from './expectations.ts'

/** Opens a screen of the back office with a link of the menu, so without another load of the page. */
export async function openScreen(page: Page, name: string) {
  const opener = page.getByRole('button', { name: 'Apri il menu' })
  const isPhone = await opener.isVisible()
  if (isPhone) await opener.click()
  const menu = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('complementary')
  const link = menu.getByRole('link', { name, exact: true })
  const path = await link.getAttribute('href')
  const isOther = new URL(page.url()).pathname !== path
  const formerHeading = await findHeading(page).elementHandle()
  await link.click()
  await waitForPath(page, path!)
  if (isPhone) await expectHidden(menu)
  // The address changes before the screen does.
  if (isOther) await formerHeading!.waitForElementState('hidden')
  await waitForScreen(page)
}

/** Shows a page without loading the back office again; panels close and drafts go. */
export async function showPage(page: Page, path: string) {
  await page.evaluate(() => sessionStorage.clear())
  const guide = page.getByRole('heading', { level: 1, name: 'Guida' })
  await goTo(page, '/guida')
  await expectVisible(guide)
  await goTo(page, path)
  await expectHidden(guide)
  await waitForScreen(page)
}

/** Shows a section of the settings, which are open: they stay, so this costs far less than to show the page. */
export const showSection = (page: Page, section: string) => goTo(page, `/setting?sezione=${section}`)

/** Follows an address as the browser's Back button does, to which the router listens; does not wait for the page. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
