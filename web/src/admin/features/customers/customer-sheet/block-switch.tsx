import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { useId } from 'react'
import { Button } from '../../../../ui/button.tsx'
import styles from './customer-sheet.module.css'
import { useBlock } from './customer-sheet.queries.ts'

/** Blocks or unblocks a customer's bookings on the site. */
export function BlockSwitch({ customer: { id, blocked_at } }: { customer: CustomerProfile }) {
  const hint = useId()
  const { mutate: block, isPending } = useBlock(id)
  return (
    <div className={`stack gap-3 items-center border-t ${styles.action}`}>
      <p id={hint} className={styles.quiet}>
        {blocked_at
          ? `Bloccato dal ${blocked_at.slice(0, 10).replaceAll('-', '/')}. Chi prenota con la sua email o il suo telefono trova l’orario non più disponibile.`
          : 'Chi prenota dal sito con la sua email o il suo telefono troverà l’orario non più disponibile, senza altre spiegazioni. Lo staff può prenotare comunque.'}
      </p>
      <Button look="quiet" loading={isPending} aria-describedby={hint} onClick={() => block(!blocked_at)}>
        {blocked_at ? 'Sblocca' : 'Blocca'}
      </Button>
    </div>
  )
}
