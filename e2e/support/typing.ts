import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The date or time field of this name. */
export const findField = (form: Page | Locator, name: string) => form.getByRole('group', { name, exact: true })

/** The first segment of a date or time field. */
export const firstPart = (field: Locator) => field.getByRole('spinbutton').first()

/** Types '2026-11-21' as day, month, year. */
export function typeDate(form: Page | Locator, name: string, date: string) {
  const [year, month, day] = date.split('-')
  return typeDigits(findField(form, name), `${day}${month}${year}`)
}

export const typeTime = (form: Page | Locator, name: string, time: string) =>
  typeDigits(findField(form, name), time.replace(':', ''))

async function typeDigits(field: Locator, digits: string) {
  await firstPart(field).click()
  await field.page().keyboard.type(digits)
}

/** The text of a date field, '21/11/2026', or a time field, '09:30'. */
const fieldText = async (field: Locator) => {
  const parts = await field.getByRole('spinbutton').allInnerTexts()
  return parts.join(parts.length === 3 ? '/' : ':')
}

export const expectFieldText = (field: Locator, text: string) => expect.poll(() => fieldText(field)).toBe(text)
