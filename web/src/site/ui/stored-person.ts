import { readBrowserItem, storeBrowserItem } from '../../lib/session.ts'

const STORED = 'my_details'
const FIELDS = ['name', 'surname', 'email', 'telephone'] as const

type Details = Record<(typeof FIELDS)[number], string>

/** Undefined without stored contacts, if another program has written the item, and in a page that another site embeds. */
export function storedPerson(): Partial<Details> | undefined {
  if ('embedded' in document.documentElement.dataset) return undefined
  try {
    return JSON.parse(readBrowserItem(STORED) || 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a visitor's contacts in this browser, or removes them. */
export function storePerson(isRemembered: boolean, person: Details) {
  const details = Object.fromEntries(FIELDS.map((name) => [name, person[name]]))
  storeBrowserItem(STORED, isRemembered ? JSON.stringify(details) : '')
}

export const forgetPerson = () => storeBrowserItem(STORED, '')
