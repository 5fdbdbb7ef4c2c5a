import { ChartColumn } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Link } from '../lib/router.tsx'
import { useMay } from '../session/session.queries.ts'
import styles from './numbers-link.module.css'

/** The way to the numbers, for those who may see them. */
export function NumbersLink() {
  if (!useMay('admin')) return null
  return (
    <Link to={paths.numbers} className={styles.link}>
      <ChartColumn size={18} aria-hidden="true" />
      Numeri
    </Link>
  )
}
