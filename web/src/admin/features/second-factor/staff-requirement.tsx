import { useQuery } from '@tanstack/react-query'
import { SwitchField } from '../../ui/fields/switch-field.tsx'
import { staffSecondFactorsQuery, useRequireSecondFactor } from './second-factor.queries.ts'

const HINT = 'Chi non ha la verifica in due passaggi deve attivarla al prossimo accesso, prima di fare altro.'

/** The switch with which an administrator requires a second factor of every user. */
export function StaffRequirement() {
  const { data } = useQuery(staffSecondFactorsQuery)
  const { mutate: require, isPending, variables } = useRequireSecondFactor()
  if (!data) return null
  return (
    <SwitchField
      label="Richiedi il secondo fattore"
      hint={HINT}
      isOn={isPending ? variables : data.is_required}
      onChange={(isRequired) => require(isRequired)}
    />
  )
}
