import { type ImportDetails, resumeImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, api, getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { linesText, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { importQuery } from './imports.queries.ts'
import { StepTitle } from './step-title.tsx'

type StopTexts = { title: string; text: string }

const TEXTS: { [K in ImportDetails['state']]?: StopTexts } = {
  checking: {
    title: 'Il controllo si è fermato',
    text: 'Finora non è cambiato niente. «Riprendi» continua il controllo da dove era arrivato.',
  },
  importing: {
    title: 'L’importazione si è fermata',
    text: 'Le righe già importate restano. «Riprendi» importa le altre, nessuna due volte.',
  },
  undoing: {
    title: 'L’annullamento si è fermato',
    text: 'Le righe già annullate restano annullate. «Riprendi» annulla le altre.',
  },
}

/** A job that was given up, how far it came, and the button that goes on. */
export function ImportStopped({ file: { id, state, progress, progress_total } }: { file: ImportDetails }) {
  const { title, text } = TEXTS[state]!
  const queryClient = useQueryClient()
  const { queryKey } = importQuery(id)
  const {
    mutate: resume,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => api(resumeImport, { params: { id } }),
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
    // Another admin has resumed it.
    onError: (error) =>
      error instanceof ApiError && error.status === 409 && queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <section className={styles.attention} aria-label="Avanzamento">
      <StepTitle text={title} />
      <p role="alert">
        {`Un problema si è ripetuto più volte e il lavoro non va avanti da solo. Fatte finora: ${shownNumber(progress)} di ${linesText(progress_total)}.`}
      </p>
      <p>{`${text} Se si ferma di nuovo, scrivi all’assistenza.`}</p>
      {error && (
        <p className={styles.problem} role="alert">
          {getMessage(error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button loading={isPending} onClick={() => resume()}>
          Riprendi
        </Button>
      </div>
    </section>
  )
}
