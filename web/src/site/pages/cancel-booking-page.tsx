import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { goTo, paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toastOnNextPage } from '../../ui/toasts.ts'
import { cancelOnce } from '../bookings/cancel-once.ts'
import { StatusPage } from './status-page.tsx'

/** Nothing is cancelled by opening the link: mail scanners open links too. */
export function CancelBookingPage({ hiddenId }: { hiddenId: string }) {
  const [isDeleting, setIsDeleting] = useState(false)

  const cancel = async () => {
    setIsDeleting(true)
    try {
      await cancelOnce(hiddenId)
      toastOnNextPage('success', 'Prenotazione eliminata con successo')
      goTo(paths.home)
    } catch (error) {
      console.error(error)
      setIsDeleting(false)
    }
  }

  return (
    <StatusPage
      Icon={TriangleAlert}
      tone="danger"
      title="ATTENZIONE - Sei sicuro di voler eliminare la prestazione?"
      text={
        <noscript>
          <p>Per eliminare la prenotazione da questa pagina attiva JavaScript.</p>
        </noscript>
      }
    >
      <ButtonLink look="quiet" href={paths.home}>
        Annulla
      </ButtonLink>
      <Button look="danger" loading={isDeleting} onClick={cancel}>
        Elimina
      </Button>
    </StatusPage>
  )
}
