import { lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import { COUNT_LABELS, type Counts, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'

/** The number of lines by outcome: what goes well first. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  const present = lineOutcomeNames.filter((name) => counts[name]).reverse()
  return (
    <dl className={styles.counts}>
      {present.map((name) => (
        <div key={name} className={styles.count}>
          <dt>{COUNT_LABELS[name]}</dt>
          <dd>{shownNumber(counts[name]!)}</dd>
        </div>
      ))}
    </dl>
  )
}
