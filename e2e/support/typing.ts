import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The field of a date or time of this name. */
export const fieldOf = (form: Page | Locator, name: string) => form.getByRole('group', { name, exact: true })

/** The first part of a date or time, where one begins to type. */
export const firstPart = (field: Locator) => field.getByRole('spinbutton').first()

/** Types '2026-11-21' as people do: day, month, year. */
export function typeDate(form: Page | Locator, name: string, date: string) {
  const [year, month, day] = date.split('-')
  return typeDigits(fieldOf(form, name), `${day}${month}${year}`)
}

/** Types '09:30'. */
export const typeTime = (form: Page | Locator, name: string, time: string) =>
  typeDigits(fieldOf(form, name), time.replace(':', ''))

async function typeDigits(field: Locator, digits: string) {
  await firstPart(field).click()
  await field.page().keyboard.type(digits)
}

export const EMPTY_DATE = 'gg/mm/aaaa'
export const EMPTY_TIME = '––:––'

/** What stands in a date, '21/11/2026', or a time, '09:30'. */
export const readingOf = async (field: Locator) => {
  const parts = await field.getByRole('spinbutton').allInnerTexts()
  return parts.join(parts.length === 3 ? '/' : ':')
}

export const reads = (field: Locator, text: string) => expect.poll(() => readingOf(field)).toBe(text)
