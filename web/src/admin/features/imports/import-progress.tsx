import type { ImportDetails } from '@prenoto/core/imports/imports.endpoints.ts'
import { linesText, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { StepTitle } from './step-title.tsx'

const TITLES: { [K in ImportDetails['state']]?: string } = {
  checking: 'Controllo delle righe',
  importing: 'Importazione in corso',
  undoing: 'Annullamento in corso',
}

/** The progress of the running job, which continues without this page. */
export function ImportProgress({ file: { state, progress, progress_total } }: { file: ImportDetails }) {
  return (
    <section className={styles.step} aria-label="Avanzamento">
      <StepTitle text={TITLES[state]!} />
      <progress className={styles.progress} aria-label={TITLES[state]} max={progress_total || 1} value={progress} />
      <p role="status">{`${shownNumber(progress)} di ${linesText(progress_total)}`}</p>
      <p className={styles.muted}>Puoi chiudere questa pagina: il lavoro continua e lo ritrovi qui.</p>
    </section>
  )
}
