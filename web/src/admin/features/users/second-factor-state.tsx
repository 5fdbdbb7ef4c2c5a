import type { User } from '@prenoto/core/users/user-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { showToast } from '../../../ui/toasts.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { staffSecondFactorsQuery, useResetSecondFactor } from '../second-factor/second-factor.queries.ts'
import { ConfirmedAction } from './confirmed-action.tsx'
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
  const { mutate: reset, isPending } = useResetSecondFactor()
  if (!has) return null
  return (
    <ConfirmedAction
      title="Azzera il secondo fattore"
      text={`${name} ${surname} esce da tutti i dispositivi e rientra con la sola password. Fallo solo se hai la certezza che te l’ha chiesto: gli scriviamo un’email.`}
      confirmText="Azzera"
      look="danger"
      isPending={isPending}
      onConfirm={(close) =>
        reset(id, {
          onSuccess: () => {
            close()
            showToast('success', 'Secondo fattore azzerato.')
          },
        })
      }
    />
  )
}
