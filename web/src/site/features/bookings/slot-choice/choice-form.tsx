import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { createContext, type ReactNode, type SubmitEvent, use } from 'react'

/** Id of the heading of the form that follows the choice of a slot. */
export const FORM_TITLE_ID = 'booking-title'

export type OnChoose = (event: SubmitEvent<HTMLFormElement>) => void

/** The services of the visit and where the visitor comes from, which the forms below keep. */
export const KeptChoice = createContext<Pick<ChosenVisit, 'variant' | 'also' | 'source'>>({})

type ChoiceFormProps = {
  /** Parts of the choice that the buttons do not change, sent as hidden fields. */
  preserve?: ChosenVisit
  onChoose: OnChoose
  className?: string
  /** Address that the browser submits to before hydration. */
  action?: string
  children: ReactNode
}

/** A GET form whose buttons choose a part of the visit. After hydration `onChoose` handles its submission. */
export function ChoiceForm({ preserve = {}, onChoose, children, ...form }: ChoiceFormProps) {
  return (
    <form {...form} target="_self" onSubmit={onChoose}>
      {chosenVisitQuery({ ...use(KeptChoice), ...preserve }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
