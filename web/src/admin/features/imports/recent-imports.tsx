import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getMessage } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { inWords } from '../../lib/formats.ts'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { KINDS, linesText, stateText } from './import-texts.ts'
import styles from './imports.module.css'
import { importsQuery } from './imports.queries.ts'

/** The files of the last days; nothing if there are none. */
export function RecentImports() {
  const { data, error, isFetching, refetch } = useQuery({ ...importsQuery, meta: { isSilent: true } })
  if (!data && error) return <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className={styles.step} aria-labelledby="recent-imports">
      <h2 id="recent-imports" className={styles.title}>
        Importazioni recenti
      </h2>
      <ul className={styles.recent}>
        {data.map(({ id, kind, state, is_stopped, file_name, lines, created_at, created_by }) => (
          <li key={id} className={styles.recentItem}>
            <Link to={`${adminPaths.import}?file=${id}`} className={styles.recentName}>
              {file_name}
            </Link>
            <span className={styles.muted}>
              {`${KINDS[kind]}, ${linesText(lines)} · ${stateText({ state, is_stopped })}`}
            </span>
            <span className={styles.muted}>{`${inWords(created_at)}, ${created_by}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
