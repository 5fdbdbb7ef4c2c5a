import { expect } from 'vitest'
import { seen } from '../support/look.ts'
import { demo, test } from '../support/test.ts'

test('the page about the API shows every endpoint and calls one when asked to, within its policy', async ({ open }) => {
  const page = await open(demo('/api/docs'))
  await seen(page.getByRole('heading', { name: /^Prenoto/ }))
  const operation = page.locator('#operations-default-get_api_client_configs')

  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()

  await seen(operation.locator('.live-responses-table').getByText('"app_name": "Studio Armonia"'))
  expect(await page.locator('.opblock').count()).toBeGreaterThan(50)
})
