import { type ImportDetails, undoImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api-client.ts'
import { adminPaths, paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { inWords } from '../../lib/formats.ts'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { formatCount } from './import-texts.ts'
import styles from './imports.module.css'
import { useStep } from './imports.queries.ts'
import { LineList, OutcomeCounts, RejectedLines } from './outcome.tsx'
import { Refusal, Step } from './step.tsx'

/** The result of an import or of its undo. */
export function ImportDone({ file }: { file: ImportDetails }) {
  const { kind, state, counts, kept_until } = file
  const navigate = useNavigate()
  const isUndone = state === 'undone'
  const written = (counts.imported ?? 0) + (counts.updated ?? 0)
  return (
    <>
      <Step label="Risultato" title={isUndone ? 'Importazione annullata' : 'Importazione finita'}>
        {isUndone && (counts.kept ?? 0) > 0 && (
          <p>Quello che è stato modificato nel frattempo è rimasto: l’elenco dice che cosa e perché.</p>
        )}
        <OutcomeCounts file={file} />
        {!isUndone && (
          <p className={styles.muted}>
            {`Nessun cliente ha ricevuto email. Puoi annullare fino al ${inWords(kept_until)}.`}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={() => navigate(kind === 'customers' ? adminPaths.customers : paths.dashboard)}>
            {kind === 'customers' ? 'Vai ai clienti' : 'Vai all’agenda'}
          </Button>
          <Button look="quiet" onClick={() => navigate(adminPaths.import)}>
            Importa un altro file
          </Button>
          {!isUndone && <RejectedLines file={file} />}
          {!isUndone && written > 0 && <UndoButton file={file} written={written} />}
        </div>
      </Step>
      <LineList file={file} />
    </>
  )
}

function UndoButton({ file: { id, kind }, written }: { file: ImportDetails; written: number }) {
  const [opener, setOpener] = useState<HTMLElement>()
  const { mutate: undo, isPending, error } = useStep(id, () => api(undoImport, { params: { id } }))
  const close = () => setOpener(undefined)
  return (
    <>
      <Button look="quiet" onClick={({ currentTarget }) => setOpener(currentTarget)}>
        <Undo2 size={18} aria-hidden="true" />
        Annulla importazione
      </Button>
      {opener && (
        <Dialog title="Annullare l’importazione?" opener={opener} onClose={close}>
          <p>
            {`${formatCount(kind, written)}: ${kind === 'customers' ? 'tornano' : 'si tolgono, senza avvisare nessuno,'} come prima dell’importazione. Quello che è stato modificato nel frattempo resta.`}
          </p>
          <Refusal error={error} />
          <div className={styles.dialogActions}>
            <Button look="quiet" disabled={isPending} onClick={close}>
              Torna indietro
            </Button>
            <Button look="danger" loading={isPending} onClick={() => undo()}>
              Annulla importazione
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
