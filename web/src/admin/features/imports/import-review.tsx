import { type ImportDetails, startImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { formatCount, shownNumber } from './import-texts.ts'
import styles from './imports.module.css'
import { useStep } from './imports.queries.ts'
import { NameChoice } from './name-choice.tsx'
import { LineList, OutcomeCounts, RejectedLines } from './outcome.tsx'
import { Refusal, Step } from './step.tsx'

type ImportReviewProps = { file: ImportDetails; onDiscard: () => void; isDiscarding: boolean }

/** The outcome of the dry run, and the button that imports. */
export function ImportReview({ file, onDiscard, isDiscarding }: ImportReviewProps) {
  const { id, kind, counts, warnings, shared_contacts, unknown_services, unknown_calendars } = file
  const [isChanging, setIsChanging] = useState(false)
  const [override, setOverride] = useState(false)
  const {
    mutate: start,
    isPending,
    error,
  } = useStep(id, () => api(startImport, { params: { id }, body: { override } }))

  const conflicts = counts.conflict ?? 0
  const accepted = (counts.new ?? 0) + (counts.update ?? 0) + (override ? conflicts : 0)
  const hasUnknown = unknown_services.length + unknown_calendars.length > 0
  return (
    <>
      <Step label="Esito della prova" title="Esito della prova">
        <p>Finora non è cambiato niente: questo è ciò che succederà.</p>
        <OutcomeCounts file={file} />
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
        <Refusal error={error} />
        <div className={styles.actions}>
          <Button loading={isPending} disabled={accepted === 0} onClick={() => start()}>
            {accepted === 0 ? 'Nessuna riga da importare' : `Importa ${formatCount(kind, accepted)}`}
          </Button>
          <RejectedLines file={file} />
          <Button look="quiet" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
            Cambia le colonne
          </Button>
          <Button look="quiet" loading={isDiscarding} onClick={onDiscard}>
            Elimina il file
          </Button>
        </div>
        {isChanging && <ColumnChoice file={file} />}
      </Step>
      <LineList file={file} />
    </>
  )
}
