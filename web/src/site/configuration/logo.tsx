import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { initialOf } from '../../lib/initial.ts'
import styles from './logo.module.css'

/** The picture of the business or, as long as it has none, its initial and its name. */
export function Logo({ configuration: { app_logo, app_name } }: { configuration: Configuration }) {
  // Low priority: the words of the page come first.
  if (app_logo) return <img className={styles.picture} src={app_logo} alt={app_name} fetchPriority="low" />
  return (
    <span className={styles.wordmark}>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(app_name)}
      </span>
      <span className={styles.name}>{app_name}</span>
    </span>
  )
}
