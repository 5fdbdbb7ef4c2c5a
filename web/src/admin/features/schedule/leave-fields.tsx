import { useWatch } from 'react-hook-form'
import { ButtonChoice } from '../../ui/button-choice.tsx'
import type { ClosureFormState } from './closure-form.tsx'
import { DaysAndHours } from './day-off-form.tsx'
import styles from './schedule.module.css'

const REASONS = [
  ['Ferie', 'Ferie'],
  ['Malattia', 'Malattia'],
  ['Permesso', 'Permesso'],
] as const

/** The usual reasons of leave, then its days and hours. */
export function LeaveFields({ form }: { form: ClosureFormState }) {
  const { control, setValue } = form
  const reason = useWatch({ control, name: 'reason' })
  return (
    <>
      <div className={styles.reasons}>
        <ButtonChoice
          legend="Perché"
          options={REASONS}
          chosen={REASONS.find(([options]) => options === reason)?.[0]}
          onChoose={(chosen) => setValue('reason', chosen, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
      <DaysAndHours form={form} />
    </>
  )
}
