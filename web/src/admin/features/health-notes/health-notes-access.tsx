import { type Role, roles } from '@prenoto/core/contract/role.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import styles from './health-notes.module.css'
import { accessQuery, useChangeAccess } from './health-notes.queries.ts'

const CHOICES: Record<Role, string> = {
  admin: 'Solo gli amministratori',
  editor: 'Amministratori ed editor',
  operator: 'Tutti gli utenti',
}

/** The lowest role that may read health notes; shown once a service allows them. */
export function HealthNotesAccess() {
  const id = useId()
  const { data: access } = useQuery(accessQuery)
  const [chosen, setChosen] = useState<Role>()
  const { mutate: change, isPending } = useChangeAccess()
  if (!access?.is_offered) return null

  const role = chosen ?? access.role
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    change(role, { onSuccess: () => setChosen(undefined) })
  }
  return (
    <form className={`stack gap-3 ${styles.access}`} aria-labelledby={id} onSubmit={save}>
      <h3 id={id}>Note sulla salute</h3>
      <SelectField
        label="Chi può leggerle e scriverle"
        hint="Ogni lettura resta nel registro attività."
        value={role}
        onChange={(event) => setChosen(event.target.value as Role)}
      >
        {roles.toReversed().map((one) => (
          <option key={one} value={one}>
            {CHOICES[one]}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-3 flex-wrap justify-end">
        <Button type="submit" look="soft" loading={isPending} disabled={role === access.role}>
          Salva chi può leggerle
        </Button>
      </div>
    </form>
  )
}
