import { expect } from 'vitest'
import { expectVisible } from '../support/expectations.ts'
import { demo, test } from '../support/test.ts'

/** Pixels, less than the window's height. */
const SCROLL_STEP = 500

test('the API documentation lists the endpoints and calls one on demand, within its content security policy', async ({
  open,
}) => {
  const page = await open(demo('/api/docs'))
  await expectVisible(page.getByRole('heading', { name: /^Prenoto/ }))
  const operation = page.locator('#operations-default-get_api_client_configs')
  // The page renders only the operations near the window.
  const shownOperations = new Set<string>()
  await expect
    .poll(async () => {
      for (const id of await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id)))
        shownOperations.add(id)
      if (shownOperations.size <= 50 || !(await operation.isVisible())) await page.mouse.wheel(0, SCROLL_STEP)
      return shownOperations.size > 50 && (await operation.isVisible())
    })
    .toBe(true)

  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()

  await expectVisible(operation.locator('.live-responses-table').getByText('"app_name": "Studio Armonia"'))
})
