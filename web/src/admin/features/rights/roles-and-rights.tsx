import { RIGHTS } from '@prenoto/core/contract/right.ts'
import { type WithdrawableRight, withdrawableRights } from '@prenoto/core/rights/withdrawable-rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SwitchField } from '../../ui/fields/switch-field.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import styles from './rights.module.css'
import { rightsQuery, useChangeRight, usePendingChanges } from './rights.queries.ts'
import { RightsTable } from './rights-table.tsx'

const HINTS: Record<WithdrawableRight, string> = {
  contacts: 'Se lo togli, non li vedono e cercano i clienti solo per nome. Possono comunque prenotare per loro.',
  customers: 'Se lo togli, trovano i clienti solo mentre aggiungono una prenotazione.',
  cancellations: 'Se lo togli, possono spostarle ma non eliminarle.',
}

/** The rights of each role, and switches for those that operators may lack. */
export function RolesAndRights() {
  const id = useId()
  const { data, isError, isFetching, refetch } = useQuery(rightsQuery)
  const { mutate: change } = useChangeRight()
  const pending = usePendingChanges()
  if (!data)
    return isError ? (
      <FailedRead text="Non è stato possibile leggere i permessi." isBusy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Skeletons count={4} height={64} />
    )

  const isGranted = (right: WithdrawableRight) =>
    pending.findLast((change) => change.right === right)?.is_granted ?? !data.withdrawn.includes(right)
  return (
    <div className="stack gap-5">
      <section aria-labelledby={id}>
        <h3 id={id} className={`mb-3 text-m semibold ${styles.title}`}>
          Cosa possono fare gli operatori
        </h3>
        {withdrawableRights.map((right) => (
          <SwitchField
            key={right}
            label={RIGHTS[right].name}
            hint={HINTS[right]}
            isOn={isGranted(right)}
            onChange={(is_granted) => change({ right, is_granted })}
          />
        ))}
      </section>
      <RightsTable rights={data} />
    </div>
  )
}
