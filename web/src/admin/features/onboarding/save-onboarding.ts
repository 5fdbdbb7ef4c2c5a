import { toCalendar } from '@prenoto/core/calendars/calendar-answer.ts'
import { createCalendar } from '@prenoto/core/calendars/calendars.endpoints.ts'
import { toOpeningHours } from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { isComplete } from '@prenoto/core/configuration/is-complete.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import type { EndpointCall } from '@prenoto/core/contract/endpoint.ts'
import type { Onboarding } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { convertOpeningTimes } from '@prenoto/core/onboarding/opening-times.ts'
import { createService } from '@prenoto/core/services/managed-services.endpoints.ts'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { configurationQuery, saveSite, sendLogo, useConfiguration } from '../configuration/configuration.queries.ts'
import type { LogoChoice } from '../configuration/use-logo.ts'
import { clearPartlySaved, deleteDraft, isPartlySaved, markPartlySaved, partlySavedVersion } from './draft.ts'
import { deleteLogo } from './stored-logo.ts'

/** A business has one onboarding, so a repeated request returns the records that exist already. */
const ONCE = { 'idempotency-key': 'onboarding' }

const COLOR = '#000'

type Filled = { values: Onboarding; logo: Pick<LogoChoice, 'file' | 'isRemoved'> }

const SAVING = ['onboarding']

export const useIsSavingOnboarding = () => useIsMutating({ mutationKey: SAVING }) > 0

/**
 * Saves the logo, the configuration, the calendar and the service, in this order; returns whether all are saved. After a
 * failure everything can be sent again without duplicates. If another user has set the business up in the meantime, nothing
 * is changed and the draft is deleted.
 */
export function useSaveOnboarding() {
  const queryClient = useQueryClient()
  const sent = useRef<File>(undefined)
  const { version: initial } = useConfiguration()
  const knownVersion = useRef(partlySavedVersion() ?? initial)
  const sentSite = useRef<ConfigurationChanges>(undefined)

  /** Sends a change against the known version, or against a later one if the business is still not set up. */
  async function change<T>(make: (version: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await make(knownVersion.current)
      } catch (error) {
        if (!(error instanceof ApiError) || !error.current) throw error
        const current = await queryClient.fetchQuery({ ...configurationQuery, staleTime: 0 })
        if (isComplete(current) && !isLastSent(current, sentSite.current)) {
          deleteDraft()
          throw error
        }
        knownVersion.current = current.version
      }
    }
  }

  async function saveConfiguration(site: ConfigurationChanges) {
    sentSite.current = site
    const wasPartlySaved = isPartlySaved()
    markPartlySaved(knownVersion.current)
    try {
      knownVersion.current = (await change((version) => saveSite(queryClient, site, version))).version
      markPartlySaved(knownVersion.current)
    } catch (error) {
      if (!wasPartlySaved && error instanceof ApiError && error.status) clearPartlySaved()
      throw error
    }
  }

  return useMutation({
    mutationKey: SAVING,
    mutationFn: async ({ values, logo }: Filled) => {
      const { calendar, opening_times, service, ...site } = values
      const { file } = logo
      if (file && file !== sent.current)
        knownVersion.current = await change((version) => sendLogo(queryClient, file, version))
      sent.current = file
      deleteLogo()
      await saveConfiguration(logo.isRemoved ? { ...site, app_logo: '' } : site)

      const calendar_id = await makeCalendar({ ...calendar, ...toOpeningHours(convertOpeningTimes(opening_times)) })
      if (!calendar_id) return false
      await api(createService, { headers: ONCE, body: { ...service, color: COLOR, calendar_id } })
      deleteDraft()
      return true
    },
  })
}

/** Whether the configuration equals the last one sent, whose response was lost. */
const isLastSent = (current: Configuration, sent: ConfigurationChanges | undefined) =>
  sent !== undefined && Object.entries(sent).every(([field, value]) => current[field as keyof Configuration] === value)

async function makeCalendar(body: EndpointCall<typeof createCalendar>['body']) {
  let id: number | undefined
  try {
    id = toCalendar(await api(createCalendar, { headers: ONCE, body })).id
    return id
  } finally {
    if (!id) console.error('Errore: calendario non creato correttamente')
  }
}
