import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { interruptedDraft, useOnReopen } from '../../lib/drafts.ts'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../ui/panels/side-panel.tsx'
import { useMay } from '../session/session.queries.ts'

const CloseDayForm = lazy(() => import('./close-day-form.tsx'))

/** Button and panel that close a day; only for editors, and not for past days. */
export function CloseDay({ day, today }: { day: PlainDate; today: PlainDate }) {
  const [isOpen, setIsOpen] = useState(() => interruptedDraft(`closure ${day}`) !== undefined)
  useOnReopen(`closure ${day}`, () => setIsOpen(true))
  const close = () => setIsOpen(false)
  if (!useMay('editor') || day < today) return null
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Chiudi il giorno<VisuallyHidden>{` ${formatDay(day)}`}</VisuallyHidden>
      </Button>
      <SidePanel title={`Chiudi ${formatDay(day)}`} isOpen={isOpen} onClose={close}>
        <Suspense
          fallback={
            <PanelBody>
              <Skeletons count={4} height={72} />
            </PanelBody>
          }
        >
          <CloseDayForm day={day} onDone={close} />
        </Suspense>
      </SidePanel>
    </>
  )
}
