import type { User } from '@prenoto/core/users/user-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { staffSecondFactorsQuery, useResetSecondFactor } from '../second-factor/second-factor.queries.ts'
import styles from './second-factor-state.module.css'

const useHasSecondFactor = (userId: number) =>
  useQuery(staffSecondFactorsQuery).data?.user_ids.includes(userId) ?? false

/** Marks a user who has a second factor. */
export const SecondFactorBadge = ({ userId }: { userId: number }) =>
  useHasSecondFactor(userId) && (
    <span className={styles.badge}>
      <Badge>Secondo fattore attivo</Badge>
    </span>
  )

/** The button that removes the second factors of a user who has lost them. */
export function SecondFactorReset({ user: { id, name, surname } }: { user: User }) {
  const has = useHasSecondFactor(id)
  const [opener, setOpener] = useState<HTMLElement>()
  const { mutate: reset, isPending } = useResetSecondFactor()
  if (!has) return null

  const close = () => setOpener(undefined)
  const confirm = () =>
    reset(id, {
      onSuccess: () => {
        close()
        showToast('success', 'Secondo fattore azzerato.')
      },
    })
  return (
    <div className={styles.reset}>
      <Button look="quiet" onClick={(event) => setOpener(event.currentTarget)}>
        Azzera il secondo fattore
      </Button>
      {opener && (
        <Dialog title="Azzera il secondo fattore" opener={opener} onClose={close}>
          <p>
            {`${name} ${surname} esce da tutti i dispositivi e rientra con la sola password. Fallo solo se hai la certezza che te l’ha chiesto: gli scriviamo un’email.`}
          </p>
          <div className={styles.actions}>
            <Button look="quiet" onClick={close}>
              Annulla
            </Button>
            <Button look="danger" loading={isPending} onClick={confirm}>
              Azzera
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
