import { expectVisible } from '../support/expectations.ts'
import { demo, test } from '../support/test.ts'

test('the API documentation lists endpoints and calls one on demand, within its content security policy', async ({
  open,
}) => {
  const page = await open('about:blank')
  // Swagger UI needs many seconds to resolve the schemas of all endpoints.
  await page.route('**/api/docs/json', async (route) => {
    const response = await route.fetch()
    const description: { paths: object } = await response.json()
    const paths = Object.entries(description.paths).filter(([path]) => /^\/api\/client\/(configs|contact)$/.test(path))
    await route.fulfill({ response, json: { ...description, paths: Object.fromEntries(paths) } })
  })
  await page.goto(demo('/api/docs'))
  await expectVisible(page.getByRole('heading', { name: /^Prenoto/ }))
  await expectVisible(page.locator('#operations-default-post_api_client_contact'))
  const operation = page.locator('#operations-default-get_api_client_configs')
  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()

  await expectVisible(operation.locator('.live-responses-table').getByText('"app_name": "Studio Armonia"'))
})
