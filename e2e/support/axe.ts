import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAnimations } from './expectations.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects no axe violation. The debugger injects the script, so the page's security policy does not block it. */
export async function expectAccessible(page: Page) {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      resultTypes: ['violations'],
      // Only rules about media and experimental ones read what axe would load in advance.
      preload: false,
    }),
  )
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${node.target.join(' ')}\n    ${node.html}`),
  )
  expect(findings, page.url()).toEqual([])
}
