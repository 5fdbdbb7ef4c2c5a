import { toOpeningHours } from '@prenoto/core/availability/opening-times.ts'
import { toCalendar } from '@prenoto/core/calendars/calendar-answer.ts'
import { createCalendar } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { type Configuration, isComplete } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import type { CallOf } from '@prenoto/core/contract/endpoint.ts'
import type { Onboarding } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { createService } from '@prenoto/core/services/services.endpoints.ts'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { configurationQuery, saveSite, sendLogo, useConfiguration } from '../configuration/configuration.queries.ts'
import type { LogoChoice } from '../configuration/use-logo.ts'
import { forgetDraft, halfSavedVersion, isHalfSaved, noteHalfSaved, notHalfSaved } from './draft.ts'
import { forgetLogo } from './kept-logo.ts'

/** A business has one onboarding: whatever is sent again under this key becomes what it made before. */
const ONCE = { 'idempotency-key': 'onboarding' }

const COLOR = '#000'

type Filled = { values: Onboarding; logo: Pick<LogoChoice, 'file' | 'isTakenAway'> }

/** What is saved of an onboarding goes by this name: see `useIsSavingOnboarding`. */
const SAVING = ['onboarding']

export const useIsSavingOnboarding = () => useIsMutating({ mutationKey: SAVING }) > 0

/**
 * Saves the logo, the configuration, the calendar and the service, in this order; returns whether it came to the end.
 * What fails stops it there, and all of it can be sent again: nothing is made twice, and what was corrected in between holds.
 * A business that somebody else has set up since is left as it is, and this onboarding is forgotten.
 */
export function useSaveOnboarding() {
  const queryClient = useQueryClient()
  const sent = useRef<File>(undefined)
  const { version: initial } = useConfiguration()
  const known = useRef(halfSavedVersion() ?? initial)
  const sentSite = useRef<ConfigurationChanges>(undefined)

  /** Makes a change to the version that this onboarding knows, or to a later one in which nobody has set the business up. */
  async function change<T>(make: (version: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await make(known.current)
      } catch (error) {
        if (!(error instanceof ApiError) || !error.current) throw error
        const present = await queryClient.fetchQuery({ ...configurationQuery, staleTime: 0 })
        if (isComplete(present) && !isWhatWasSent(present, sentSite.current)) {
          forgetDraft()
          throw error
        }
        known.current = present.version
      }
    }
  }

  async function saveConfiguration(site: ConfigurationChanges) {
    sentSite.current = site
    const wasHalfSaved = isHalfSaved()
    noteHalfSaved(known.current)
    try {
      known.current = (await change((version) => saveSite(queryClient, site, version))).version
      noteHalfSaved(known.current)
    } catch (error) {
      if (!wasHalfSaved && error instanceof ApiError && error.status) notHalfSaved()
      throw error
    }
  }

  return useMutation({
    mutationKey: SAVING,
    mutationFn: async ({ values, logo }: Filled) => {
      const { calendar, opening_times, service, ...site } = values
      const { file } = logo
      if (file && file !== sent.current) known.current = await change((version) => sendLogo(queryClient, file, version))
      sent.current = file
      forgetLogo()
      await saveConfiguration(logo.isTakenAway ? { ...site, app_logo: '' } : site)

      const calendar_id = await makeCalendar({ ...calendar, ...toOpeningHours(opening_times) })
      if (!calendar_id) return false
      await api(createService, { headers: ONCE, body: { ...service, color: COLOR, calendar_id } })
      forgetDraft()
      return true
    },
  })
}

/** Whether a configuration is what was sent last: its answer was lost. */
const isWhatWasSent = (present: Configuration, sent: ConfigurationChanges | undefined) =>
  sent !== undefined && Object.entries(sent).every(([field, value]) => present[field as keyof Configuration] === value)

async function makeCalendar(body: CallOf<typeof createCalendar>['body']) {
  let id: number | undefined
  try {
    id = toCalendar(await api(createCalendar, { headers: ONCE, body })).id
    return id
  } finally {
    if (!id) console.error('Errore: calendario non creato correttamente')
  }
}
