import type { Customer, CustomerDuplicate, CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { shownEmail } from '@prenoto/core/fields/without-email.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { Confirmation } from '../confirmation.tsx'
import { CustomerLookup } from '../customer-lookup.tsx'
import styles from './customer-sheet.module.css'
import { duplicatesQuery, useMerge } from './customer-sheet.queries.ts'

const MATCH_REASONS: Record<CustomerDuplicate['match_reasons'][number], string> = {
  telephone: 'stesso telefono',
  email: 'stessa email',
  name: 'nome simile',
}

/** Merges a duplicate: the user chooses the duplicate and the data to keep. */
export function MergeDuplicates({ customer }: { customer: CustomerProfile }) {
  const hint = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={`stack gap-3 items-center border-t ${styles.action}`}>
      <p id={hint} className={styles.quiet}>
        Se la stessa persona è in elenco due volte, le sue visite si mettono insieme.
      </p>
      <Button look="quiet" aria-describedby={hint} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Unisci
      </Button>
      {isOpen && <Duplicates customer={customer} onDone={() => setIsOpen(false)} />}
    </div>
  )
}

type DuplicatesProps = { customer: CustomerProfile; onDone: () => void }

function Duplicates({ customer, onDone }: DuplicatesProps) {
  const { data: duplicates, isError, refetch } = useQuery(duplicatesQuery(customer.id))
  const [chosen, setChosen] = useState<number>()
  const [searched, setSearched] = useState<Customer>()
  const duplicate = searched ?? duplicates?.find(({ id }) => id === chosen)
  if (!duplicates && isError)
    return (
      <div role="alert" className="stack bare gap-2">
        <p>Non è stato possibile cercare.</p>
        <Button look="quiet" onClick={() => refetch()}>
          Riprova
        </Button>
      </div>
    )
  if (!duplicates) return <Skeletons count={2} height={64} className="stack bare gap-2" />
  return (
    <>
      {duplicates.length === 0 ? (
        <p role="status" className="stack bare gap-2">
          Nessun altro cliente ha lo stesso telefono, la stessa email o un nome simile.
        </p>
      ) : (
        <fieldset className="stack bare gap-2">
          <legend className="mb-2 semibold">Chi è la stessa persona?</legend>
          {duplicates.map((one) => (
            <label
              key={one.id}
              className={`flex gap-3 min-w-0 touch items-start p-3 border-strong rounded-s ${styles.choice}`}
            >
              <input
                type="radio"
                name="duplicate"
                className={styles.radio}
                checked={!searched && chosen === one.id}
                onChange={() => {
                  setSearched(undefined)
                  setChosen(one.id)
                }}
              />
              <span className="grid min-w-0 break-words">
                <span className="semibold">{`${one.name} ${one.surname}`}</span>
                <span className={styles.quiet}>
                  {one.match_reasons.map((reason) => MATCH_REASONS[reason]).join(', ')}
                </span>
                <span className={styles.quiet}>{describeBookings(one)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="stack bare gap-2">
        <CustomerLookup
          label="Cerca un altro cliente"
          floats
          onChoose={(duplicate) => duplicate.id !== customer.id && setSearched(duplicate)}
        />
      </div>
      {duplicate && <Merge key={duplicate.id} customer={customer} duplicate={duplicate} onDone={onDone} />}
    </>
  )
}

const describeBookings = ({ bookings, last_visit }: CustomerDuplicate) =>
  last_visit
    ? `${bookings === 1 ? '1 prenotazione' : `${bookings} prenotazioni`}, l’ultima ${formatDate(last_visit)}`
    : 'nessuna prenotazione'

const fullName = ({ name, surname }: Customer) => `${name} ${surname}`

function Merge({ customer, duplicate, onDone }: DuplicatesProps & { duplicate: Customer }) {
  const navigate = useNavigate()
  const { mutate: merge, isPending } = useMerge()
  const [remainingId, setRemainingId] = useState(customer.id)
  const [isConfirming, setIsConfirming] = useState(false)
  const [remaining, removed] = remainingId === customer.id ? [customer, duplicate] : [duplicate, customer]

  const confirm = () =>
    merge(
      { remaining: remaining.id, removed: removed.id },
      {
        onSuccess: () => {
          onDone()
          navigate(adminPaths.customer(remaining.id), { replace: true })
          document.querySelector('h1')?.focus()
        },
      },
    )

  return (
    <>
      <fieldset className="stack bare gap-2" disabled={isConfirming}>
        <legend className="mb-2 semibold">Quali dati restano?</legend>
        <div className={`stack gap-2 ${styles.sides}`}>
          {[customer, duplicate].map((one) => (
            <label
              key={one.id}
              className={`flex gap-3 min-w-0 touch items-start p-3 border-strong rounded-s ${styles.choice}`}
            >
              <input
                type="radio"
                name="remaining"
                className={styles.radio}
                checked={remainingId === one.id}
                onChange={() => setRemainingId(one.id)}
              />
              <span className="grid min-w-0 break-words">
                <span className="semibold">{fullName(one)}</span>
                <span>{shownEmail(one.email)}</span>
                <span>{one.telephone}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="stack bare gap-2">
        <Button aria-expanded={isConfirming} onClick={() => setIsConfirming(!isConfirming)}>
          Unisci i due clienti
        </Button>
      </div>
      {isConfirming && (
        <Confirmation
          title={`Unire ${fullName(removed)} (${shownEmail(removed.email)}) a ${fullName(remaining)} (${shownEmail(remaining.email)})?`}
          confirmText="Unisci per sempre"
          isPending={isPending}
          onConfirm={confirm}
          onCancel={() => setIsConfirming(false)}
        >
          <p>
            {`Prenotazioni, consensi e note passano a ${fullName(remaining)}. Chi prenoterà ancora come ${fullName(removed)} sarà riconosciuto come ${fullName(remaining)}. Non si può annullare.`}
          </p>
        </Confirmation>
      )}
    </>
  )
}
