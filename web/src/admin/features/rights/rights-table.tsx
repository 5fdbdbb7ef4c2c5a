import { RIGHTS } from '@prenoto/core/contract/right.ts'
import { includesRole, type Role, roles } from '@prenoto/core/contract/role.ts'
import type { RightsOfRoles } from '@prenoto/core/rights/rights-schema.ts'
import styles from './rights.module.css'

/** With soft hyphens, since the columns of a phone are narrow. */
const HEADS: Record<Role, string> = {
  operator: 'Opera\u00adtori',
  editor: 'Editor',
  admin: 'Ammini\u00adstratori',
}

/** A table of all rights by role, as the server applies them. */
export function RightsTable({ rights: { rights, withdrawn } }: { rights: RightsOfRoles }) {
  return (
    <table className={styles.table}>
      <caption className={`mb-3 text-m semibold ${styles.title}`}>Cosa può fare ogni ruolo</caption>
      <thead>
        <tr>
          <th scope="col">Permesso</th>
          {roles.map((role) => (
            <th key={role} scope="col">
              {HEADS[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rights.map(({ right, role: needed }) => (
          <tr key={right}>
            <th scope="row">{RIGHTS[right].name}</th>
            {roles.map((role) => {
              const isWithdrawn = role === 'operator' && withdrawn.some((one) => one === right)
              const isGranted = includesRole(role, needed) && !isWithdrawn
              return (
                <td key={role} className={isGranted ? styles.granted : styles.refused}>
                  {isGranted ? 'Sì' : 'No'}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
