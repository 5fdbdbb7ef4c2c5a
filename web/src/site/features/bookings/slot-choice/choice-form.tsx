import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { ReactNode, SubmitEvent } from 'react'

/** Id of the heading of the form that follows the choice of a slot. */
export const FORM_TITLE_ID = 'booking-title'

export type OnChoose = (event: SubmitEvent<HTMLFormElement>) => void

type ChoiceFormProps = {
  /** What its buttons leave as it is. */
  preserve?: ChosenVisit
  onChoose: OnChoose
  className?: string
  /** Where the browser goes to when it follows by itself. */
  action?: string
  children: ReactNode
}

/** Buttons that lead to the address of what they choose. Once the page is alive it goes there by itself. */
export function ChoiceForm({ preserve = {}, onChoose, children, ...form }: ChoiceFormProps) {
  return (
    <form {...form} target="_self" onSubmit={onChoose}>
      {chosenVisitQuery(preserve).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
