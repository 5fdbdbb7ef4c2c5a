import { deleteImport, type ImportDetails } from '@prenoto/core/imports/imports.endpoints.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { ApiError, api, getMessage } from '../../../lib/api-client.ts'
import { adminPaths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { inWords } from '../../lib/formats.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportReview } from './import-review.tsx'
import { KINDS, linesText } from './import-texts.ts'
import styles from './imports.module.css'
import { importQuery, isRunning } from './imports.queries.ts'
import { RunningStep } from './running-step.tsx'
import { Step } from './step.tsx'

/** The steps of one file; its state says which one is shown, in every tab and after a reload. */
export function ImportSteps({ id, onDiscarded }: { id: number; onDiscarded: () => void }) {
  const { data: file, error, isFetching, refetch } = useQuery(importQuery(id))
  if (!file && error) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
    return (
      <EmptyState tone="danger" text={getMessage(error)}>
        {isGone ? (
          <Button look="quiet" onClick={onDiscarded}>
            Importa un altro file
          </Button>
        ) : (
          <Button look="quiet" loading={isFetching} onClick={() => refetch()}>
            Riprova
          </Button>
        )}
      </EmptyState>
    )
  }
  if (!file) return <Skeletons count={3} height={96} />
  return <FileSteps file={file} onDiscarded={onDiscarded} />
}

function FileSteps({ file, onDiscarded }: { file: ImportDetails; onDiscarded: () => void }) {
  const { id, kind, state, file_name, lines, created_at, created_by } = file
  const queryClient = useQueryClient()
  const { mutate: discard, isPending: isDiscarding } = useMutation({
    mutationFn: () => api(deleteImport, { params: { id } }),
    onSuccess: onDiscarded,
    onError: reportFailure,
  })
  const isFinished = state === 'done' || state === 'undone'
  useEffect(() => {
    // The lists that show what the import has changed are read again.
    if (isFinished)
      for (const key of ['customers', 'customer-search', 'bookings']) queryClient.invalidateQueries({ queryKey: [key] })
  }, [isFinished, queryClient])

  return (
    <>
      <p className={styles.file}>
        <Link to={adminPaths.import}>Tutte le importazioni</Link>
        <span>{' · '}</span>
        <strong>{file_name}</strong>
        <span>{` · ${KINDS[kind]}, ${linesText(lines)}`}</span>
        <span className={styles.muted}>{` · ${inWords(created_at)}, ${created_by}`}</span>
      </p>
      {state === 'uploaded' && (
        <Step label="Colonne" title="Che cosa c’è nelle colonne">
          <ColumnChoice file={file}>
            <Button look="quiet" loading={isDiscarding} onClick={() => discard()}>
              Elimina il file
            </Button>
          </ColumnChoice>
        </Step>
      )}
      {isRunning(file) && <RunningStep key={state} file={file} />}
      {state === 'checked' && <ImportReview file={file} isDiscarding={isDiscarding} onDiscard={() => discard()} />}
      {isFinished && <ImportDone key={state} file={file} />}
    </>
  )
}
