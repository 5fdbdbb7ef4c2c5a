import { BellRing } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'

const PushSettings = lazy(() => import('./push-settings.tsx'))

/** Opens the push notifications on the user's devices. */
export function PushButton() {
  const [opener, setOpener] = useState<HTMLElement>()
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        <BellRing size={18} aria-hidden="true" />
        <span>Notifiche sui dispositivi</span>
      </Button>
      {opener && (
        <Suspense>
          <PushSettings opener={opener} onClose={() => setOpener(undefined)} />
        </Suspense>
      )}
    </>
  )
}
