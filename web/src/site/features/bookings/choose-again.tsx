import { ButtonLink } from '../../../ui/button.tsx'

/** The title of the slots, where whoever has lost one goes on. */
export const SLOTS_TITLE_ID = 'slots-title'

/** Leads to the slots, by itself as long as no script has run. */
export const ChooseAgain = ({ wide, onChoose }: { wide?: boolean; onChoose: () => void }) => (
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
