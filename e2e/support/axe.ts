import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectFitsWidth, waitForAnimations } from './expectations.ts'
import { WIDTHS } from './test.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects no axe violation, in an open modal dialog or else on the page. The debugger injects the script, so the page's
 * security policy does not block it.
 */
export async function expectAccessible(page: Page) {
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(() => {
    // The page behind a modal dialog is inert.
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    return (globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } }).axe.run(
      {
        ...(dialogs.length > 0 && { include: dialogs }),
        // A toast may fade out meanwhile, unless the pointer is above it.
        exclude: ['[class*=_toaster] > :not(:hover)'],
      },
      {
        resultTypes: ['violations'],
        // Only rules about media and experimental ones read what axe would load in advance.
        preload: false,
      },
    )
  })
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${node.target.join(' ')}\n    ${node.html}`),
  )
  expect(findings, page.url()).toEqual([])
}

/** Expects a screen to fit a phone and a wide window, and no axe violation at its present width, which it keeps. */
export async function expectGoodScreen(page: Page) {
  const size = page.viewportSize()!
  const others = WIDTHS.filter((width) => width !== size.width)
  for (const width of [...others, size.width]) {
    await page.setViewportSize({ ...size, width })
    await waitForAnimations(page)
    await expectFitsWidth(page)
  }
  await expectAccessible(page)
}
