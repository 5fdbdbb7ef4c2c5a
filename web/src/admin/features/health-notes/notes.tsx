import { type HealthNote, healthNoteText } from '@prenoto/core/health-notes/health-schema.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newKey } from '../../../lib/retry.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inWords } from '../../lib/formats.ts'
import { fieldRegister, fillForm, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { EditConflictNotice, OutdatedHint } from '../../ui/forms/form-notices.tsx'
import { useEditConflict } from '../../ui/forms/use-edit-conflict.ts'
import { useLeaveWarning } from '../../ui/forms/use-leave-warning.ts'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { Confirmation } from '../customers/confirmation.tsx'
import sheet from '../customers/customer-sheet/customer-sheet.module.css'
import { formatOrigin } from './health-format.ts'
import styles from './health-notes.module.css'
import { notesQuery, useAddNote, useChangeNote, useDeleteNote } from './health-notes.queries.ts'
import { ReadFailure } from './read-failure.tsx'

type NotesProps = { customerId: number; visitId: number | null }

/** The notes, newest first. They are never kept as drafts, since drafts stay in the browser. */
export function Notes({ customerId, visitId }: NotesProps) {
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    notesQuery(customerId),
  )
  const title = useRef<HTMLHeadingElement>(null)
  const notes = data?.pages.flatMap((page) => page.notes)
  return (
    <div className={`stack gap-3 border-t ${styles.part}`}>
      <h3 ref={title} tabIndex={-1} className="text-s">
        Note
      </h3>
      <NewNote customerId={customerId} visitId={visitId} />
      {!notes && !isError && <Skeletons count={2} height={64} />}
      {!notes && isError && (
        <ReadFailure error={error} onRetry={refetch}>
          Non è stato possibile leggere le note.
        </ReadFailure>
      )}
      {notes?.length === 0 && <p className={sheet.quiet}>Ancora nessuna nota.</p>}
      {notes && notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <Note key={note.id} customerId={customerId} note={note} title={title} />
          ))}
        </ul>
      )}
      {notes && hasNextPage && (
        <Button look="quiet" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isError ? 'Riprova' : 'Mostra altre note'}
        </Button>
      )}
    </div>
  )
}

function NewNote({ customerId, visitId }: NotesProps) {
  const form = useAdminForm(healthNoteText, { text: '' })
  /** The note whose response was lost keeps its idempotency key. */
  const sent = useRef<{ text: string; key: string }>(undefined)
  const { mutateAsync: add } = useAddNote(customerId)
  useLeaveWarning(() => form.getValues('text') !== '')
  const save = form.handleSubmit(async ({ text }) => {
    if (sent.current?.text !== text) sent.current = { text, key: newKey() }
    try {
      await add({ text, booking_id: visitId, key: sent.current.key })
      sent.current = undefined
      // Text that was typed during the save stays.
      if (form.getValues('text') === text) form.reset()
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })
  return (
    <form method="dialog" noValidate className="stack gap-2" aria-label="Nuova nota sulla salute" onSubmit={save}>
      <TextArea
        label="Nuova nota"
        rows={3}
        hint="Non ne resta una bozza: aggiungila prima di lasciare la pagina."
        {...fieldRegister(form)('text')}
      />
      <div className="flex gap-3 flex-wrap justify-end">
        <Button type="submit" look="soft" loading={form.formState.isSubmitting}>
          Aggiungi la nota
        </Button>
      </div>
    </form>
  )
}

type NoteProps = { customerId: number; note: HealthNote; title: RefObject<HTMLHeadingElement | null> }

function Note({ customerId, note, title }: NoteProps) {
  const { id, text, updated_at, updated_by } = note
  const [action, setAction] = useState<'edit' | 'delete'>()
  const { mutateAsync: remove, isPending } = useDeleteNote(customerId)
  const editButton = useRef<HTMLDivElement>(null)
  const about = <VisuallyHidden>{` la nota del ${inWords(note.created_at)}`}</VisuallyHidden>

  const endEdit = () => {
    // The buttons have to be shown again before one can take the focus.
    flushSync(() => setAction(undefined))
    editButton.current?.querySelector('button')?.focus()
  }

  if (action === 'edit')
    return (
      <li className="stack gap-2 px-4 py-3 border rounded-m break-words">
        <NoteForm customerId={customerId} note={note} onDone={endEdit} />
      </li>
    )
  return (
    <li className="stack gap-2 px-4 py-3 border rounded-m break-words">
      <p className={styles.text}>{text}</p>
      <div className={sheet.quiet}>
        {formatOrigin(note).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {updated_at && <p>{`Modificata da ${updated_by}, ${inWords(updated_at)}`}</p>}
      </div>
      <div ref={editButton} className="flex gap-2 flex-wrap">
        <Button look="quiet" onClick={() => setAction('edit')}>
          <span>Modifica</span>
          {about}
        </Button>
        <Button
          look="quiet"
          aria-expanded={action === 'delete'}
          onClick={() => setAction(action === 'delete' ? undefined : 'delete')}
        >
          <span>Elimina</span>
          {about}
        </Button>
      </div>
      {action === 'delete' && (
        <Confirmation
          title="Eliminare la nota?"
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

const LABELS = { text: 'Nota' }

const toValues = ({ text }: HealthNote) => ({ text })

type NoteFormProps = { customerId: number; note: HealthNote; onDone: () => void }

function NoteForm({ customerId, note, onDone }: NoteFormProps) {
  const form = useAdminForm(healthNoteText, toValues(note))
  const { mutateAsync: change } = useChangeNote(customerId)
  useLeaveWarning(() => form.getValues('text') !== note.text)
  const editConflict = useEditConflict({
    latest: note,
    toValues,
    labels: LABELS,
    read: form.getValues,
    write: (saved, values) => fillForm(form, saved, values),
  })
  const { setFocus } = form
  useEffect(() => setFocus('text'), [setFocus])

  const save = form.handleSubmit(async ({ text }) => {
    try {
      if (await editConflict.save((version) => change({ noteId: note.id, text, version }))) onDone()
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })
  return (
    <form method="dialog" noValidate className="stack gap-2" aria-label="Modifica della nota" onSubmit={save}>
      <EditConflictNotice editConflict={editConflict} />
      <TextArea label={LABELS.text} rows={4} {...fieldRegister(form)('text')} />
      <OutdatedHint editConflict={editConflict} />
      <div className="flex gap-3 flex-wrap justify-end">
        <Button look="quiet" onClick={onDone}>
          Annulla
        </Button>
        <Button type="submit" look="soft" loading={form.formState.isSubmitting}>
          Salva la nota
        </Button>
      </div>
    </form>
  )
}
