import { readConfiguration } from '@prenoto/core/configuration/configuration.endpoints.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { Account } from '@prenoto/core/session/account-schema.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, screen, within } from '@testing-library/dom'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { test as base, expect, vi } from 'vitest'
import { isProbingServer } from '../../lib/server-status.ts'
import { storeAccessToken } from '../../lib/session.ts'
import { currentToasts, removeToast } from '../../ui/toasts.ts'
import { configurationQuery } from '../features/configuration/configuration.queries.ts'
import { userQuery } from '../features/session/session.queries.ts'
import { clearUnsaved, unsavedForms } from '../lib/drafts.ts'
import { queryClient } from '../query-client.ts'
import { AdminToaster } from '../ui/feedback/admin-toaster.tsx'
import { fakeApi } from './fake-api.ts'
import { repairDom } from './repair-dom.ts'

/** Milliseconds; long enough for a slow machine. */
const TIMEOUT = 60_000

configure({ asyncUtilTimeout: TIMEOUT })
repairDom()

/** A business that is set up. */
export const aConfiguration: Configuration = {
  app_logo: '',
  app_name: 'Salone Aurora',
  app_primary_color: '#0f766e',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#f97316',
  app_secondary_text_color: '#ffffff',
  welcome_text: 'Un’ora per te.',
  contact_text: 'Ciao',
  address: '',
  piva: '01234567897',
  phone: '',
  email: 'ciao@aurora.example',
  linkedin: '',
  facebook: '',
  instagram: '',
  whatsapp: '',
  app_day_reminder: 0,
  app_simultaneous_bookings_enabled: false,
  app_booking_max_months: 0,
  app_booking_hours_notice: 0,
  app_cover: '',
  app_google_reviews: '',
  app_customer_max_bookings: 0,
  app_services_per_visit: 1,
  app_min_gap: 0,
  app_embed_origins: '',
  app_change_hours_notice: 0,
  app_confirmation_hours: 0,
  app_after_visit: false,
  app_come_back: false,
  app_assistants: false,
  app_waiting_list_minutes: 0,
  app_retention_months: 0,
  time_zone: 'Europe/Rome',
  version: 1,
}

export const anAdmin: Account = {
  id: 1,
  name: 'Ada',
  surname: 'Neri',
  email: 'ada@salone.example',
  role: 'admin',
  photo_url: '',
  phone: '',
  is_disabled: false,
  calendar_id: null,
  version: 1,
  is_email_confirmed: true,
}

type PageOptions = {
  path?: string
  configuration?: Partial<Configuration>
  user?: Partial<Account>
}

/**
 * `render` shows a page of the back office against `api`, a fake of the server. The test fails on an undeclared call and on
 * a console error that `allowErrors` does not announce.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that it uses from the pattern.
  .extend('api', async ({}, { onCleanup }) => {
    const api = fakeApi()
    vi.stubGlobal('fetch', api.respond)
    onCleanup(async () => {
      await endProbes()
      vi.unstubAllGlobals()
      expect(api.faults).toEqual([])
    })
    return api
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('allowErrors', { auto: true }, async ({}, { onCleanup }) => {
    const errors: string[] = []
    let allowed = /^$/
    const report = vi.spyOn(console, 'error').mockImplementation((...parts) => {
      errors.push(parts.map(String).join(' '))
    })
    onCleanup(() => {
      report.mockRestore()
      expect(errors.filter((error) => !allowed.test(error))).toEqual([])
    })
    return (pattern: RegExp) => {
      allowed = pattern
      return errors
    }
  })
  .extend('render', async ({ api }, { onCleanup }) => {
    let unmount = () => {}
    onCleanup(() => {
      unmount()
      queryClient.clear()
      for (const { id } of currentToasts()) removeToast(id)
      for (const { form } of unsavedForms()) clearUnsaved(form)
      sessionStorage.clear()
      localStorage.clear()
      document.body.replaceChildren()
    })
    /** Shows the page as after a load: again for a reload, which keeps the tab's storage. */
    return (page: ReactElement, { path = '/', configuration, user }: PageOptions = {}) => {
      unmount()
      queryClient.clear()
      document.body.replaceChildren()
      history.replaceState(null, '', path)
      storeAccessToken('token')
      const present = { ...aConfiguration, ...configuration }
      api.on(readConfiguration, () => present)
      queryClient.setQueryData(configurationQuery.queryKey, present)
      queryClient.setQueryData(userQuery.queryKey, { ...anAdmin, ...user })
      const root = createRoot(document.body.appendChild(document.createElement('main')))
      unmount = () => root.unmount()
      root.render(
        <QueryClientProvider client={queryClient}>
          <I18nProvider locale="it-IT">
            <RouterProvider router={createBrowserRouter([{ path: '*', element: page }])} />
          </I18nProvider>
          <AdminToaster />
        </QueryClientProvider>,
      )
    }
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('user', async ({}) => {
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, applyAccept: false })
    return {
      ...user,
      /** Replaces the text of a field. */
      fill: async (field: HTMLElement, text: string) => {
        await act(() => {
          field.focus()
          fireEvent.input(field, { target: { value: text } })
        })
      },
      /** Types the digits of a date ('2026-11-21') or time field. */
      typeSegments: async (field: HTMLElement, text: string) => {
        const digits = /^[\d-]{6,}$/.test(text) ? text.split('-').reverse().join('') : text.replace(':', '')
        await user.click(within(field).getAllByRole('spinbutton')[0]!)
        await user.keyboard(digits)
      },
    }
  })

/** Ends the probes of the server after a failure, since they would outlive the window. */
async function endProbes() {
  vi.stubGlobal('fetch', async () => Response.json({}))
  while (isProbingServer()) {
    dispatchEvent(new Event('online'))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Waits until React has rendered the effects of an event. */
async function act(change: () => void) {
  change()
  await new Promise((resolve) => setTimeout(resolve))
}

export const expectFocused = (element: () => HTMLElement) =>
  expect.poll(() => document.activeElement === element()).toBe(true)

/** The text of a date field, '21/11/2026', or a time field, '09:30'. */
export const segmentsText = (field: HTMLElement) => {
  const parts = within(field)
    .getAllByRole('spinbutton')
    .map((part) => part.textContent)
  return parts.join(parts.length === 3 ? '/' : ':')
}

export { queryClient, screen, within }
