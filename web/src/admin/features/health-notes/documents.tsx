import { ACCEPTED_DOCUMENTS, type HealthDocument } from '@prenoto/core/health-notes/health-schema.ts'
import { MAX_UPLOAD_BYTES, TOO_LARGE } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { FileText, FileX, Image } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { newKey } from '../../../lib/retry.ts'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { FileField } from '../../ui/fields/admin-fields.tsx'
import { PreviewViewer } from '../../ui/forms/preview-viewer.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { Confirmation } from '../customers/confirmation.tsx'
import sheet from '../customers/customer-sheet/customer-sheet.module.css'
import { describeFile, formatOrigin } from './health-format.ts'
import styles from './health-notes.module.css'
import { documentsQuery, documentUrl, useAddDocument, useDeleteDocument } from './health-notes.queries.ts'
import { ReadFailure } from './read-failure.tsx'

type DocumentsProps = { customerId: number; visitId: number | null }

export function Documents({ customerId, visitId }: DocumentsProps) {
  const { data: documents, isError, error, refetch } = useQuery(documentsQuery(customerId))
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className={`stack gap-3 border-t ${styles.part}`}>
      <h3 ref={title} tabIndex={-1} className="text-s">
        Documenti
      </h3>
      <NewDocument customerId={customerId} visitId={visitId} />
      {!documents && !isError && <Skeletons count={1} height={64} />}
      {!documents && isError && (
        <ReadFailure error={error} onRetry={refetch}>
          Non è stato possibile leggere i documenti.
        </ReadFailure>
      )}
      {documents?.length === 0 && <p className={sheet.quiet}>Ancora nessun documento.</p>}
      {documents && documents.length > 0 && (
        <ul className="grid gap-3">
          {documents.map((document) => (
            <Document key={document.id} customerId={customerId} document={document} title={title} />
          ))}
        </ul>
      )}
    </div>
  )
}

function NewDocument({ customerId, visitId }: DocumentsProps) {
  const [problem, setProblem] = useState<string>()
  /** The file whose response was lost keeps its idempotency key when it is chosen again. */
  const sent = useRef<{ about: string; key: string }>(undefined)
  const { mutate: add, isPending, variables } = useAddDocument(customerId)

  const send = (file: File) => {
    setProblem(file.size > MAX_UPLOAD_BYTES ? TOO_LARGE : undefined)
    if (file.size > MAX_UPLOAD_BYTES) return
    const about = [file.name, file.size, file.lastModified, visitId].join('/')
    if (sent.current?.about !== about) sent.current = { about, key: newKey() }
    const { key } = sent.current
    const onSuccess = () => {
      sent.current = undefined
    }
    const onError = (error: unknown) => {
      if (error instanceof ApiError && error.errors.length > 0) setProblem(error.message)
      else reportFailure(error)
    }
    add({ file, key, booking_id: visitId ?? undefined }, { onSuccess, onError })
  }
  return (
    <FileField
      label="Aggiungi un documento"
      hint="Un PDF o un’immagine, fino a 5 MB."
      accept={ACCEPTED_DOCUMENTS}
      error={problem}
      disabled={isPending}
      fileName={isPending ? `Invio di ${variables.file.name}…` : undefined}
      onPick={send}
    />
  )
}

type DocumentProps = { customerId: number; document: HealthDocument; title: RefObject<HTMLHeadingElement | null> }

function Document({ customerId, document, title }: DocumentProps) {
  const { id, name, content_type } = document
  const [action, setAction] = useState<'show' | 'delete'>()
  const { mutateAsync: remove, isPending } = useDeleteDocument(customerId)
  const Icon = content_type === 'application/pdf' ? FileText : Image
  const toggle = (toggled: 'show' | 'delete') => setAction(action === toggled ? undefined : toggled)
  const about = <VisuallyHidden>{` ${name}`}</VisuallyHidden>
  return (
    <li className="stack gap-2 px-4 py-3 border rounded-m break-words">
      <p className={`row gap-2 min-w-0 semibold ${styles.name}`}>
        <Icon size={18} aria-hidden="true" />
        <span>{name}</span>
      </p>
      <div className={sheet.quiet}>
        {[describeFile(document), ...formatOrigin(document)].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className="flex gap-2 flex-wrap">
        <Button look="quiet" aria-expanded={action === 'show'} onClick={() => toggle('show')}>
          <span>{action === 'show' ? 'Chiudi' : 'Apri'}</span>
          {about}
        </Button>
        <Button look="quiet" aria-expanded={action === 'delete'} onClick={() => toggle('delete')}>
          <span>Elimina</span>
          {about}
        </Button>
      </div>
      {action === 'show' && (
        <div className={styles.viewer}>
          <PreviewViewer url={documentUrl(customerId, id)} alt={name} Fallback={FileX} isConfidential />
        </div>
      )}
      {action === 'delete' && (
        <Confirmation
          title={`Eliminare ${name}?`}
          confirmText="Elimina per sempre"
          isPending={isPending}
          onConfirm={() => remove(id).then(() => title.current?.focus(), reportFailure)}
          onCancel={() => setAction(undefined)}
        >
          <p>Non si può annullare.</p>
        </Confirmation>
      )}
    </li>
  )
}
