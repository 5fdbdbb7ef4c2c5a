import { STILL_UNDOABLE, upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { periodText, RETENTION } from '@prenoto/core/retention/retention-periods.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { useMay } from '../../session/session.queries.ts'
import { Confirmation } from '../confirmation.tsx'
import styles from './customer-sheet.module.css'
import { erasureQuery, useErase, useExport, visitsQuery } from './customer-sheet.queries.ts'
import { ErasureContents } from './erasure-contents.tsx'

/** Milliseconds between checks whether a deletion can still be undone. */
const UNDOABLE_POLL_INTERVAL = 2_000

/** Exports and erases a customer's data. */
export function PersonalData({ customer }: { customer: CustomerProfile }) {
  const { id, name, surname } = customer
  const hint = useId()
  const navigate = useNavigate()
  const mayErase = useMay('admin')
  const { mutate: exportData, isPending: isExporting, variables: format } = useExport(id)
  const { mutate: erase, isPending: isErasing } = useErase(id)
  const [isConfirming, setIsConfirming] = useState(false)
  const { data: preview, isError } = useQuery({ ...erasureQuery(id), enabled: isConfirming })
  const { data } = useInfiniteQuery({
    ...visitsQuery(id, 'upcoming'),
    // No event is sent when the time limit of an undo ends.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.totals?.undoable ? UNDOABLE_POLL_INTERVAL : false),
  })
  const { upcoming: toCome = 0, undoable = 0 } = data?.pages[0]?.totals ?? {}

  return (
    <>
      <div className={`stack gap-3 items-center border-t ${styles.action}`}>
        <p className={styles.quiet}>Tutto ciò che conserviamo di questa persona, in un file.</p>
        <Button
          look="quiet"
          loading={isExporting && format === 'json'}
          disabled={isExporting}
          onClick={() => exportData('json')}
        >
          Esporta i dati
        </Button>
      </div>
      <div className={`stack gap-3 items-center border-t ${styles.action}`}>
        <p className={styles.quiet}>Gli stessi dati, in una pagina da leggere e stampare.</p>
        <Button
          look="quiet"
          loading={isExporting && format === 'html'}
          disabled={isExporting}
          onClick={() => exportData('html')}
        >
          Esporta come pagina
        </Button>
      </div>
      {mayErase && (
        <div className={`stack gap-3 items-center border-t ${styles.action}`}>
          <p id={hint} className={styles.quiet}>
            {toCome > 0
              ? `Il cliente ha ancora ${upcomingBookings(toCome)}: non può essere cancellato.`
              : undoable > 0
                ? STILL_UNDOABLE
                : 'Per chi chiede di essere dimenticato.'}
          </p>
          <Button
            look="danger"
            disabled={toCome > 0 || undoable > 0}
            aria-describedby={hint}
            aria-expanded={isConfirming}
            onClick={() => setIsConfirming(!isConfirming)}
          >
            Cancella i dati
          </Button>
          {isConfirming && isError && !preview && (
            <p role="alert">Non è stato possibile leggere che cosa verrebbe cancellato: riprova.</p>
          )}
          {isConfirming && preview && (
            <Confirmation
              title={`Cancellare i dati di ${name} ${surname}?`}
              confirmText="Cancella per sempre"
              isPending={isErasing}
              onConfirm={() => erase(undefined, { onSuccess: () => navigate(adminPaths.customers, { replace: true }) })}
              onCancel={() => setIsConfirming(false)}
            >
              <p>Spariscono nome, email, telefono e note del cliente, comunque abbia scritto la sua email:</p>
              <ErasureContents preview={preview} />
              <p>Che cosa resta, e perché:</p>
              <ul className={styles.erased}>
                <li>le visite fatte, senza nome: servizio, giorno, ora e prezzo servono ai conti e alle statistiche</li>
                <li>
                  {`le voci del registro attività, che dicono solo il numero del cliente: provano chi ha fatto che cosa, per ${periodText(RETENTION.audit_entries)}`}
                </li>
                <li>le copie di sicurezza, finché non scadono: chi le ripristina deve ripetere la cancellazione</li>
                <li>le email già spedite, nelle caselle di chi le ha ricevute</li>
              </ul>
              <p>Non si può annullare.</p>
            </Confirmation>
          )}
        </div>
      )}
    </>
  )
}
