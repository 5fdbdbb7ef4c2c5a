import { type DataCopy as Copy, downloadDataCopy } from '@prenoto/core/data-copies/data-copies.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes, inWords } from '../../lib/formats.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { copyQuery, isBeingMade, useRequestCopy } from './data-copies.queries.ts'

/** The copy of all data that an admin can ask for and download within a day. */
export function DataCopy() {
  const { data, error, isFetching, refetch } = useQuery(copyQuery)
  const { mutate: request, isPending } = useRequestCopy()
  if (!data)
    return error ? (
      <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Skeletons count={1} height={200} />
    )
  const { copy } = data
  const isReady = copy?.state === 'ready'
  return (
    <div className="stack gap-4">
      <p>
        Un file ZIP con tutto quello che c’è nella tua attività: prenotazioni, clienti, servizi, calendari,
        impostazioni, immagini e note sulla salute. Gli elenchi si aprono con un foglio di calcolo; il resto serve a
        riportare l’attività su Prenoto, anche presso un altro fornitore. Password e codici di accesso non ci sono. Chi
        ha il file legge i dati dei tuoi clienti: tienilo in un posto protetto, non spedirlo per email e cancellalo
        quando non serve più.
      </p>
      <p role="status" className="semibold empty-absolute">
        {copy && describeCopy(copy)}
      </p>
      <div className="row gap-3 flex-wrap">
        {isReady && (
          <DownloadButton look="primary" text="Scarica la copia" endpoint={downloadDataCopy} params={{ id: copy.id }} />
        )}
        <Button look={isReady ? 'quiet' : 'primary'} loading={isPending || isBeingMade(copy)} onClick={() => request()}>
          {REQUESTS[copy?.state ?? 'none']}
        </Button>
      </div>
    </div>
  )
}

const REQUESTS: Record<Copy['state'] | 'none', string> = {
  none: 'Prepara una copia',
  requested: 'Preparazione in corso',
  making: 'Preparazione in corso',
  ready: 'Prepara una nuova copia',
  failed: 'Riprova',
}

function describeCopy({ state, made_at, expires_at, size }: Copy): string {
  if (state === 'failed') return 'Non è stato possibile preparare la copia. Se succede di nuovo, scrivi all’assistenza.'
  if (state === 'ready')
    return `Copia del ${inWords(made_at!)}, ${formatBytes(size!)}: disponibile fino al ${inWords(expires_at)}.`
  return 'Stiamo preparando la copia. Puoi chiudere questa pagina: la ritrovi qui.'
}
