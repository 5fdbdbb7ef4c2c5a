import { type ImportDetails, resumeImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { linesText, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { useStep } from './imports.queries.ts'
import { Refusal, Step } from './step.tsx'

type RunningTexts = { title: string; stopped: string; facts: string }

const TEXTS: { [K in ImportDetails['state']]?: RunningTexts } = {
  checking: {
    title: 'Controllo delle righe',
    stopped: 'Il controllo si è fermato',
    facts: 'Finora non è cambiato niente. «Riprendi» continua il controllo da dove era arrivato.',
  },
  importing: {
    title: 'Importazione in corso',
    stopped: 'L’importazione si è fermata',
    facts: 'Le righe già importate restano. «Riprendi» importa le altre, nessuna due volte.',
  },
  undoing: {
    title: 'Annullamento in corso',
    stopped: 'L’annullamento si è fermato',
    facts: 'Le righe già annullate restano annullate. «Riprendi» annulla le altre.',
  },
}

/** The progress of the running job, which continues without this page; or how far a job came that was given up. */
export function RunningStep({ file: { id, state, is_stopped, progress, progress_total } }: { file: ImportDetails }) {
  const { title, stopped, facts } = TEXTS[state]!
  const { mutate: resume, isPending, error } = useStep(id, () => api(resumeImport, { params: { id } }))
  const done = `${shownNumber(progress)} di ${linesText(progress_total)}`
  if (!is_stopped)
    return (
      <Step key="running" label="Avanzamento" title={title}>
        <progress className={styles.progress} aria-label={title} max={progress_total || 1} value={progress} />
        <p role="status">{done}</p>
        <p className={styles.muted}>Puoi chiudere questa pagina: il lavoro continua e lo ritrovi qui.</p>
      </Step>
    )
  return (
    <Step key="stopped" label="Avanzamento" title={stopped} needsAttention>
      <p role="alert">
        {`Un problema si è ripetuto più volte e il lavoro non va avanti da solo. Fatte finora: ${done}.`}
      </p>
      <p>{`${facts} Se si ferma di nuovo, scrivi all’assistenza.`}</p>
      <Refusal error={error} />
      <div className={styles.actions}>
        <Button loading={isPending} onClick={() => resume()}>
          Riprendi
        </Button>
      </div>
    </Step>
  )
}
