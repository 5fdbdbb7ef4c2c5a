import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { PanelBody, PanelFooter, SidePanel } from '../../ui/panels/side-panel.tsx'
import { BookingFacts } from '../bookings/booking-facts.tsx'
import styles from './dashboard.module.css'
import { unusualBookingsQuery, useCancelUnusual } from './unusual-bookings.queries.ts'

type UnusualPanelProps = { isOpen: boolean; onClose: () => void }

/** The unusual bookings, to cancel all but those that the user leaves out. */
export default function UnusualPanel({ isOpen, onClose }: UnusualPanelProps) {
  return (
    <SidePanel title="Prenotazioni insolite" isOpen={isOpen} onClose={onClose}>
      <UnusualList onClose={onClose} />
    </SidePanel>
  )
}

function UnusualList({ onClose }: { onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(unusualBookingsQuery)
  const { mutateAsync: cancel, isPending } = useCancelUnusual()
  const [keptIds, setKept] = useState<ReadonlySet<number>>(new Set())

  const toggle = (id: number) => {
    const next = new Set(keptIds)
    if (!next.delete(id)) next.add(id)
    setKept(next)
  }
  const bookings = data?.bookings ?? []
  const chosen = bookings.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id)

  return (
    <>
      <PanelBody>
        {!data && !isError && <Skeletons count={5} height={72} className="grid gap-2" />}
        {!data && isError && (
          <FailedRead text="Non è stato possibile leggere l’elenco." isBusy={isFetching} onRetry={() => refetch()} />
        )}
        {data && bookings.length === 0 && <EmptyState text="Non ci sono più prenotazioni insolite." />}
        {bookings.length > 0 && (
          <>
            <p>
              Sono molte più del solito, da persone mai venute prima. Togli la spunta a quelle vere: le altre vengono
              disdette senza scrivere a nessuno, e per qualche secondo puoi ripensarci.
            </p>
            <ul className="grid gap-2" aria-label="Prenotazioni insolite">
              {bookings.map((booking) => (
                <li key={booking.id}>
                  <label className={`row gap-3 min-w-0 touch p-3 border rounded-m ${styles.entry}`}>
                    <input type="checkbox" checked={!keptIds.has(booking.id)} onChange={() => toggle(booking.id)} />
                    <BookingFacts booking={booking} />
                  </label>
                </li>
              ))}
            </ul>
          </>
        )}
      </PanelBody>
      <PanelFooter>
        <Button look="quiet" onClick={onClose}>
          Chiudi
        </Button>
        {bookings.length > 0 && (
          <Button
            look="danger"
            loading={isPending}
            disabled={chosen.length === 0}
            onClick={() => cancel(chosen).then(onClose, () => {})}
          >
            {`Disdici ${chosen.length === 1 ? 'una prenotazione' : `${chosen.length} prenotazioni`} senza avvisare`}
          </Button>
        )}
      </PanelFooter>
    </>
  )
}
