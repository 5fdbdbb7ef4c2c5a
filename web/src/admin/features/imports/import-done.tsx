import { exportRejectedLines, type ImportDetails, undoImport } from '@prenoto/core/imports/imports.endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, getMessage } from '../../../lib/api-client.ts'
import { adminPaths, paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { describeInstant, formatCount } from './import-texts.ts'
import styles from './imports.module.css'
import { importQuery } from './imports.queries.ts'
import { LineList } from './line-list.tsx'
import { OutcomeCounts } from './outcome-counts.tsx'
import { StepTitle } from './step-title.tsx'

/** The result of an import or of its undo. */
export function ImportDone({ file }: { file: ImportDetails }) {
  const { id, kind, state, counts, kept_until } = file
  const navigate = useNavigate()
  const isUndone = state === 'undone'
  const written = (counts.imported ?? 0) + (counts.updated ?? 0)
  return (
    <>
      <section className={styles.step} aria-label="Risultato">
        <StepTitle text={isUndone ? 'Importazione annullata' : 'Importazione finita'} />
        {isUndone && (counts.kept ?? 0) > 0 && (
          <p>Quello che è stato modificato nel frattempo è rimasto: l’elenco dice che cosa e perché.</p>
        )}
        <OutcomeCounts kind={kind} counts={counts} />
        {!isUndone && (
          <p className={styles.muted}>
            {`Nessun cliente ha ricevuto email. Puoi annullare fino al ${describeInstant(kept_until)}.`}
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={() => navigate(kind === 'customers' ? adminPaths.customers : paths.dashboard)}>
            {kind === 'customers' ? 'Vai ai clienti' : 'Vai all’agenda'}
          </Button>
          <Button look="quiet" onClick={() => navigate(adminPaths.import)}>
            Importa un altro file
          </Button>
          {!isUndone && (counts.error ?? 0) + (counts.conflict ?? 0) > 0 && (
            <DownloadButton text="Scarica le righe da correggere" endpoint={exportRejectedLines} params={{ id }} />
          )}
          {!isUndone && written > 0 && <UndoButton file={file} written={written} />}
        </div>
      </section>
      <LineList file={file} />
    </>
  )
}

function UndoButton({ file: { id, kind }, written }: { file: ImportDetails; written: number }) {
  const queryClient = useQueryClient()
  const [opener, setOpener] = useState<HTMLElement>()
  const {
    mutate: undo,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => api(undoImport, { params: { id } }),
    onSuccess: (changed) => queryClient.setQueryData(importQuery(id).queryKey, changed),
  })
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
          {error && (
            <p className={styles.problem} role="alert">
              {getMessage(error)}
            </p>
          )}
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
