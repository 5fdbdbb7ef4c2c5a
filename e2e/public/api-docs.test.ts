import { expect } from 'vitest'
import { expectVisible } from '../support/expectations.ts'
import { demo, test } from '../support/test.ts'

test('the API documentation lists every endpoint and calls one on demand, within its content security policy', async ({
  open,
}) => {
  const page = await open(demo('/api/docs'))
  await expectVisible(page.getByRole('heading', { name: /^Prenoto/ }))
  const operation = page.locator('#operations-default-get_api_client_configs')
  // The page renders further operations as it is scrolled.
  const scrollToEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect
    .poll(async () => {
      await scrollToEnd()
      return page.locator('.opblock').count()
    })
    .toBeGreaterThan(50)

  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()

  await expectVisible(operation.locator('.live-responses-table').getByText('"app_name": "Studio Armonia"'))
})
