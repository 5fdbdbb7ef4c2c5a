import type { ImportKind } from '@prenoto/core/imports/import-fields.ts'
import { lineOutcomeNames } from '@prenoto/core/imports/import-outcomes.ts'
import { type Counts, countLabel, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'

/** The number of lines by outcome: what goes well first. */
export function OutcomeCounts({ kind, counts }: { kind: ImportKind; counts: Counts }) {
  const present = lineOutcomeNames.filter((name) => counts[name]).reverse()
  return (
    <dl className={styles.counts}>
      {present.map((name) => (
        <div key={name} className={styles.count}>
          <dt>{countLabel(kind, name)}</dt>
          <dd>{shownNumber(counts[name]!)}</dd>
        </div>
      ))}
    </dl>
  )
}
