import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { ApiError } from '../../lib/api-client.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cancelWithRetry, isGone } from '../features/bookings/cancel-with-retry.ts'
import { removeBookedVisit } from '../features/bookings/stored-visit.ts'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { FormFailure, failureMessage } from '../ui/form-failure.tsx'
import { StatusPage } from './status-page.tsx'

type CancelBookingPageProps = { hiddenId: string; visit: ShownVisit }

export const content = ({ path, visit }: PageDataWith<'visit'>) => (
  <CancelBookingPage hiddenId={path.split('/').at(-1)!} visit={visit} />
)

/** Opening the link cancels nothing, since mail scanners open links. Before hydration the browser submits the form. */
export function CancelBookingPage({ hiddenId, visit }: CancelBookingPageProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [failure, setFailure] = useState<string>()

  const cancel = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsDeleting(true)
    setFailure(undefined)
    try {
      await cancelWithRetry(hiddenId)
      removeBookedVisit(hiddenId)
      goTo(paths.homeAfterCancellation)
    } catch (error) {
      console.error(error)
      // The reloaded page shows the new state of the visit.
      if (error instanceof ApiError && (isGone(error) || error.status === 409)) return location.reload()
      setIsDeleting(false)
      setFailure(failureMessage(error, 'disdire la prenotazione', 'Riprova.'))
    }
  }

  return (
    <StatusPage
      Icon={TriangleAlert}
      tone="danger"
      title={
        <>
          <span className="nowrap">ATTENZIONE -</span>
          <span>{' Sei sicuro di voler eliminare la prestazione?'}</span>
        </>
      }
      text={<VisitTicket visit={visit} />}
    >
      <ButtonLink look="quiet" href={paths.homeWithoutCancelling}>
        Annulla
      </ButtonLink>
      <form method="post" onSubmit={cancel}>
        <Button type="submit" look="danger" loading={isDeleting}>
          Elimina
        </Button>
      </form>
      <FormFailure text={failure} />
    </StatusPage>
  )
}
