import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../session/session.queries.ts'
import styles from './reports.module.css'

export function ReportLink() {
  if (!useMay('admin')) return null
  return (
    <Link to={paths.reports} className={styles.reportLink}>
      <ChartColumn size={18} aria-hidden="true" />
      Numeri
    </Link>
  )
}
