import { bookingsToCome, STILL_UNDOABLE } from '@prenoto/core/bookings/booking-schema.ts'
import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../session/session.queries.ts'
import { Confirmation } from './confirmation.tsx'
import styles from './customer-sheet.module.css'
import { erasureQuery, useErase, useExport, visitsQuery } from './customer-sheet.queries.ts'
import { ErasureContents } from './erasure-contents.tsx'

/** Milliseconds between two looks at whether a deletion can still be undone. */
const UNDOABLE_PAUSE = 2_000

/** Hands a customer's data over, and erases them. */
export function PersonalData({ customer }: { customer: CustomerProfile }) {
  const { id, name, surname } = customer
  const hint = useId()
  const navigate = useNavigate()
  const mayErase = useMay('admin')
  const { mutate: exportData, isPending: isExporting } = useExport(id)
  const { mutate: erase, isPending: isErasing } = useErase(id)
  const [isAsking, setIsAsking] = useState(false)
  const { data: preview, isError } = useQuery({ ...erasureQuery(id), enabled: isAsking })
  const { data } = useInfiniteQuery({
    ...visitsQuery(id, 'to_come'),
    // Nothing tells of the end of the time in which a deletion can be undone.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.totals?.undoable ? UNDOABLE_PAUSE : false),
  })
  const { to_come: toCome = 0, undoable = 0 } = data?.pages[0]?.totals ?? {}

  return (
    <>
      <div className={styles.deed}>
        <p className={styles.quiet}>Tutto ciò che conserviamo di questa persona, in un file.</p>
        <Button look="quiet" loading={isExporting} onClick={() => exportData()}>
          Esporta i dati
        </Button>
      </div>
      {mayErase && (
        <div className={styles.deed}>
          <p id={hint} className={styles.quiet}>
            {toCome > 0
              ? `Il cliente ha ancora ${bookingsToCome(toCome)}: non può essere cancellato.`
              : undoable > 0
                ? STILL_UNDOABLE
                : 'Per chi chiede di essere dimenticato.'}
          </p>
          <Button
            look="danger"
            disabled={toCome > 0 || undoable > 0}
            aria-describedby={hint}
            aria-expanded={isAsking}
            onClick={() => setIsAsking(!isAsking)}
          >
            Cancella i dati
          </Button>
          {isAsking && isError && !preview && (
            <p role="alert">Non è stato possibile leggere che cosa verrebbe cancellato: riprova.</p>
          )}
          {isAsking && preview && (
            <Confirmation
              title={`Cancellare i dati di ${name} ${surname}?`}
              yes="Cancella per sempre"
              isPending={isErasing}
              onYes={() => erase(undefined, { onSuccess: () => navigate(paths.customers, { replace: true }) })}
              onNo={() => setIsAsking(false)}
            >
              <p>Spariscono nome, email, telefono e note del cliente, comunque abbia scritto la sua email:</p>
              <ErasureContents preview={preview} />
              <p>
                Restano le visite fatte, senza nome: servizio, giorno, ora e prezzo servono ai conti e alle statistiche.
                Non si può annullare.
              </p>
            </Confirmation>
          )}
        </div>
      )}
    </>
  )
}
