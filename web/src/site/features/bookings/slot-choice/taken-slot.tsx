import type { ReactNode } from 'react'
import { ButtonLink } from '../../../../ui/button.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'

/** Id of the heading above the slots of a day. */
export const SLOTS_TITLE_ID = 'slots-title'

/** A slot that another visitor has booked meanwhile, struck through. */
export function TakenSlot({ children }: { children: ReactNode }) {
  return (
    <>
      <s translate="no">{children}</s>
      <VisuallyHidden> non più disponibile</VisuallyHidden>
    </>
  )
}

/** Leads to the slots. Before hydration it is a link within the page. */
export const ChooseAnotherSlot = ({ wide, onChoose }: { wide?: boolean; onChoose: () => void }) => (
  <ButtonLink
    look="soft"
    wide={wide}
    href={`#${SLOTS_TITLE_ID}`}
    target="_self"
    onClick={(event) => {
      event.preventDefault()
      onChoose()
    }}
  >
    Scegli un altro orario
  </ButtonLink>
)
