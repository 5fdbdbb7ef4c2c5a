import { exportRejectedLines, type ImportDetails, startImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { formatCount, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { importQuery } from './imports.queries.ts'
import { LineList } from './line-list.tsx'
import { NameChoice } from './name-choice.tsx'
import { OutcomeCounts } from './outcome-counts.tsx'
import { StepTitle } from './step-title.tsx'

type ImportReviewProps = { file: ImportDetails; onDiscard: () => void; isDiscarding: boolean }

/** The outcome of the dry run, and the button that imports. */
export function ImportReview({ file, onDiscard, isDiscarding }: ImportReviewProps) {
  const { id, kind, counts, warnings, shared_contacts, unknown_services, unknown_calendars } = file
  const queryClient = useQueryClient()
  const [isChanging, setIsChanging] = useState(false)
  const [override, setOverride] = useState(false)
  const {
    mutate: start,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => api(startImport, { params: { id }, body: { override } }),
    onSuccess: (changed) => queryClient.setQueryData(importQuery(id).queryKey, changed),
  })

  const conflicts = counts.conflict ?? 0
  const accepted = (counts.new ?? 0) + (counts.update ?? 0) + (override ? conflicts : 0)
  const isRejected = conflicts + (counts.error ?? 0) > 0
  const hasUnknown = unknown_services.length + unknown_calendars.length > 0
  return (
    <>
      <section className={styles.step} aria-label="Esito della prova">
        <StepTitle text="Esito della prova" />
        <p>Finora non è cambiato niente: questo è ciò che succederà.</p>
        <OutcomeCounts kind={kind} counts={counts} />
        {warnings > 0 && (
          <p>
            {`${warnings === 1 ? 'Una riga si importa' : `${shownNumber(warnings)} righe si importano`} senza un recapito che non è valido o con lettere strane nel nome: nell’elenco ${warnings === 1 ? 'è' : 'sono'} in cima ai nuovi.`}
          </p>
        )}
        {shared_contacts > 0 && (
          <p className={styles.muted}>
            {`Tra i nuovi, ${shownNumber(shared_contacts)} ${shared_contacts === 1 ? 'ha' : 'hanno'} la stessa email o lo stesso telefono di qualcuno con un altro nome: restano clienti a parte, e li puoi unire dopo dalla scheda.`}
          </p>
        )}
        {hasUnknown && <NameChoice key={[...unknown_services, ...unknown_calendars].join('\n')} file={file} />}
        {conflicts > 0 && (
          <Checkbox
            label={`Importa comunque anche ${conflicts === 1 ? 'la prenotazione' : `le ${formatCount(kind, conflicts)}`} in conflitto, a tuo rischio.`}
            checked={override}
            onChange={({ target }) => setOverride(target.checked)}
          />
        )}
        {error && (
          <p className={styles.problem} role="alert">
            {getMessage(error)}
          </p>
        )}
        <div className={styles.actions}>
          <Button loading={isPending} disabled={accepted === 0} onClick={() => start()}>
            {accepted === 0 ? 'Nessuna riga da importare' : `Importa ${formatCount(kind, accepted)}`}
          </Button>
          {isRejected && (
            <DownloadButton text="Scarica le righe da correggere" endpoint={exportRejectedLines} params={{ id }} />
          )}
          <Button look="quiet" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
            Cambia le colonne
          </Button>
          <Button look="quiet" loading={isDiscarding} onClick={onDiscard}>
            Elimina il file
          </Button>
        </div>
        {isChanging && <ColumnChoice file={file} />}
      </section>
      <LineList file={file} />
    </>
  )
}
