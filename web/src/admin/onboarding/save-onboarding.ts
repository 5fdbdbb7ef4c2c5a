import { toOpeningHours } from '@prenoto/core/availability/opening-times.ts'
import { toCalendar } from '@prenoto/core/calendars/calendar-answer.ts'
import { createCalendar } from '@prenoto/core/calendars/calendars.endpoints.ts'
import type { CallOf } from '@prenoto/core/endpoint.ts'
import type { Onboarding } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { createService } from '@prenoto/core/services/services.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api-client.ts'
import { saveSite, sendLogo } from '../configuration/configuration.queries.ts'
import type { LogoChoice } from '../configuration/use-logo.ts'
import { forgetDraft, noteHalfSaved } from './draft.ts'
import { forgetLogo } from './kept-logo.ts'

/** A business has one onboarding: whatever is sent again under this key becomes what it made before. */
const ONCE = { 'idempotency-key': 'onboarding' }

const COLOR = '#000'

type Filled = { values: Onboarding; logo: Pick<LogoChoice, 'file' | 'isTakenAway'> }

/**
 * Saves the logo, the configuration, the calendar and the service, in this order; returns whether it came to the end.
 * What fails stops it there, and all of it can be sent again: nothing is made twice, and what was corrected in between holds.
 */
export function useSaveOnboarding() {
  const queryClient = useQueryClient()
  const sent = useRef<File>(undefined)

  return useMutation({
    mutationFn: async ({ values, logo }: Filled) => {
      const { calendar, opening_times, service, ...site } = values
      if (logo.file && logo.file !== sent.current) await sendLogo(queryClient, logo.file)
      sent.current = logo.file
      forgetLogo()
      await saveSite(queryClient, logo.isTakenAway ? { ...site, app_logo: '' } : site)
      noteHalfSaved()

      const calendar_id = await makeCalendar({ ...calendar, ...toOpeningHours(opening_times) })
      if (!calendar_id) return false
      await api(createService, { headers: ONCE, body: { ...service, color: COLOR, calendar_id } })
      forgetDraft()
      return true
    },
  })
}

async function makeCalendar(body: CallOf<typeof createCalendar>['body']) {
  let id: number | undefined
  try {
    id = toCalendar(await api(createCalendar, { headers: ONCE, body })).id
    return id
  } finally {
    if (!id) console.error('Errore: calendario non creato correttamente')
  }
}
