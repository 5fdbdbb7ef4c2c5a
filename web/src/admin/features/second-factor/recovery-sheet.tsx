import { formatDate } from '@prenoto/core/time/format.ts'
import { PrintSheet } from '../../ui/print-sheet.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { useToday } from '../configuration/use-today.ts'
import styles from './second-factor.module.css'

/** The recovery codes on paper, shown only in print. */
export function RecoverySheet({ codes, email }: { codes: string[]; email: string }) {
  const { app_name } = useConfiguration()
  const today = useToday()
  return (
    <PrintSheet className={styles.sheet}>
      <h1 className={styles.title}>Codici di recupero</h1>
      <p>{`${app_name} · ${email} · creati ${formatDate(today)}`}</p>
      <ul className={styles.recoverySheetCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </PrintSheet>
  )
}
