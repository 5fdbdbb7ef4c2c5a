import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import type { NavigateFunction } from 'react-router'
import { adminPaths, paths } from '../../lib/paths.ts'
import { readTabItem, storeTabItem } from '../../lib/session.ts'

const UNSAVED = 'unsaved_forms'

let forms = read()
const listeners = new Set<() => void>()
const reopenListeners = new Set<(form: string) => void>()

function read(): string[] {
  try {
    return JSON.parse(readTabItem(UNSAVED) ?? '[]')
  } catch {
    return []
  }
}

function replace(next: string[]) {
  forms = next
  storeTabItem(UNSAVED, JSON.stringify(forms))
  for (const listener of listeners) listener()
}

/** The names of the forms whose save got no response, the latest last. */
export const unsavedForms = () => forms

export function subscribeToUnsavedForms(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Records that the save of a form got no response, if another page can open the form. */
export function markUnsaved(form: string) {
  if (findPage(form) !== undefined) replace([...forms.filter((one) => one !== form), form])
}

export const clearUnsaved = (form: string) => forms.includes(form) && replace(forms.filter((one) => one !== form))

/** Calls the listener when a form is to be opened again. Returns a function that unsubscribes. */
export function onReopen(listener: (form: string) => void) {
  reopenListeners.add(listener)
  return () => {
    reopenListeners.delete(listener)
  }
}

/** Opens the page of a form and the form itself. */
export function reopen(form: string, navigate: NavigateFunction) {
  clearUnsaved(form)
  const page = findPage(form)!
  const { pathname, search } = location
  if (page !== pathname && page !== pathname + search) navigate(page, { flushSync: true })
  for (const listener of reopenListeners) listener(form)
}

/** The page of a form named 'services new', 'bookings 12', 'closure 2026-11-24' or 'profile'. */
function findPage(form: string): string | undefined {
  const [kind, id] = form.split(' ')
  switch (kind) {
    case 'bookings':
      return id === 'new' ? paths.dashboard : adminPaths.appointment(Number(id))
    case 'customer-notes':
      return adminPaths.customer(Number(id))
    case 'services':
      return adminPaths.manageServices
    case 'calendars':
      return adminPaths.calendars
    case 'users':
      return adminPaths.users
    case 'days-off':
    case 'leave':
      return adminPaths.daysOff
    case 'closure':
      return `${adminPaths.dashboardOn(parsePlainDate(id!))}&vista=mese`
    case 'profile':
      return `${adminPaths.settings}?sezione=profilo`
    case 'password':
      return `${adminPaths.settings}?sezione=password`
    case 'site':
      return `${adminPaths.settings}?sezione=sito`
    case 'rules':
      return `${adminPaths.settings}?sezione=regole`
    case 'embedding':
      return `${adminPaths.settings}?sezione=incorporamento`
    case 'privacy':
      return `${adminPaths.settings}?sezione=privacy`
    case 'retention':
      return `${adminPaths.settings}?sezione=conservazione`
    default:
      return undefined
  }
}
