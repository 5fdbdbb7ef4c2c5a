import { OFFER_ENDED, type PageDataWith, type WaitingLink } from '@prenoto/core/pages/page-data.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { bookOffer } from '@prenoto/core/waiting-list/offers.endpoints.ts'
import { BellRing } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { ApiError, api } from '../../lib/api-client.ts'
import { goTo, paths } from '../../lib/paths.ts'
import { withRetry } from '../../lib/retry.ts'
import { Button } from '../../ui/button.tsx'
import { storeBookedVisit } from '../features/bookings/stored-visit.ts'
import { VisitTicket } from '../features/visits/visit-ticket.tsx'
import { OfferEndedMessage } from '../ui/confirmations.tsx'
import { StatusPage } from './status-page.tsx'

type Offer = NonNullable<WaitingLink['offer']>

/** A live region, since a refresh may show another offer. */
export const content = ({ path, waiting, today }: PageDataWith<'waiting'>) => (
  <div aria-live="polite">
    {waiting.offer && (
      <WaitingListOfferPage hiddenId={path.split('/').at(-1)!} waiting={waiting} offer={waiting.offer} today={today} />
    )}
  </div>
)

type WaitingListOfferPageProps = { hiddenId: string; waiting: WaitingLink; offer: Offer; today: PlainDate }

/** A slot held for a waiting customer. Opening the link books nothing. Before hydration the browser submits the forms. */
function WaitingListOfferPage({ hiddenId, waiting, offer, today }: WaitingListOfferPageProps) {
  const [isBooking, setIsBooking] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  const book = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsBooking(true)
    setHasFailed(false)
    try {
      const call = { params: { hiddenId }, body: { offer_id: offer.id } }
      storeBookedVisit(await withRetry(() => api(bookOffer, call)))
      goTo(paths.thankYou)
    } catch (error) {
      console.error(error)
      // The reloaded page shows the new state of the offer.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        location.hash = OFFER_ENDED
        return location.reload()
      }
      setIsBooking(false)
      setHasFailed(true)
    }
  }

  const toAction = (answer: 'book' | 'refuse' | 'leave') => paths.waitingAnswer(hiddenId, answer, offer.id)
  return (
    <StatusPage
      Icon={BellRing}
      tone="success"
      title="Si è liberato un posto per te"
      text={
        <>
          <OfferEndedMessage />
          <VisitTicket visit={{ ...waiting, ...offer }} />
          <p>
            <span>{'Lo teniamo per te fino alle '}</span>
            <strong translate="no">{toShortTime(offer.until_hour)}</strong>
            <span>{`${offer.until_day !== today ? ` di ${formatDay(offer.until_day)}` : ''}. Poi passa a chi viene dopo.`}</span>
          </p>
          <p role="alert" className={hasFailed ? 'danger medium' : undefined}>
            {hasFailed && 'Non siamo riusciti a prenotare il posto. Riprova tra poco.'}
          </p>
        </>
      }
    >
      <form method="post" action={toAction('book')} onSubmit={book}>
        <Button type="submit" loading={isBooking}>
          Prenota questo posto
        </Button>
      </form>
      <form method="post" action={toAction('refuse')}>
        <Button type="submit" look="quiet">
          Non mi va bene: resto in lista
        </Button>
      </form>
      <form method="post" action={toAction('leave')}>
        <Button type="submit" look="quiet">
          Esci dalla lista
        </Button>
      </form>
    </StatusPage>
  )
}
