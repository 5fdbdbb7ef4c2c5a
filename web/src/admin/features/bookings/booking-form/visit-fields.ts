import type { RefCallBack } from 'react-hook-form'

export const VISIT_LABELS = { visit_day: 'Data prenotazione', visit_hour: 'Orario' }

/** The day or the hour in the form of a booking, whichever way it is chosen. */
export type VisitField = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: RefCallBack
  error: string | undefined
}
