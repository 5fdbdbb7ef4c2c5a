import { useEffect, useId, useRef } from 'react'
import type { ApiError } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { firstField } from '../panels/first-field.ts'
import styles from './forms.module.css'
import type { DraftState } from './use-draft.ts'
import type { EditConflict } from './use-edit-conflict.ts'

/** Offers to restore the draft of a form that was closed without saving. */
export function DraftOffer({ draft: { isOffered, resume, discard } }: { draft: DraftState }) {
  const id = useId()
  const offer = useRef<HTMLElement>(null)
  // Screen readers announce the offer when the panel opens.
  useEffect(() => {
    const panel = isOffered && offer.current!.closest('dialog')
    if (!panel) return
    panel.setAttribute('aria-describedby', id)
    return () => panel.removeAttribute('aria-describedby')
  }, [isOffered, id])
  if (!isOffered) return null

  const leave = (then: () => void) => {
    const form = offer.current!.closest('form')
    then()
    if (form) firstField(form, offer.current)?.focus()
  }
  return (
    <section
      ref={offer}
      className={`grid gap-3 col-span-full p-4 mb-3 rounded-m break-words ${styles.notice} ${styles.draft}`}
      aria-labelledby={id}
    >
      <p id={id}>C’è una bozza non salvata: l’avevi iniziata prima di chiudere.</p>
      <div className="flex gap-2 flex-wrap">
        <Button look="quiet" aria-describedby={id} onClick={() => leave(resume)}>
          Riprendi la bozza
        </Button>
        <Button look="quiet" onClick={() => leave(discard)}>
          Scarta
        </Button>
      </div>
    </section>
  )
}

type EditConflictProps = {
  editConflict: Pick<EditConflict<never>, 'differences' | 'isOutdated' | 'showDifferences' | 'keepMine' | 'takeCurrent'>
}

/** Lists what differs from another user's changes and asks whose values to keep. */
export function EditConflictNotice({ editConflict: { differences, keepMine, takeCurrent } }: EditConflictProps) {
  const id = useId()
  const choice = useRef<HTMLElement>(null)
  const isShown = differences !== undefined
  useEffect(() => {
    if (!isShown) return
    choice.current!.querySelector('h3')!.focus()
    choice.current!.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!differences) return null

  const leave = (then: () => void) => {
    const submit = choice.current!.closest('form')?.querySelector<HTMLElement>('button[type=submit]')
    then()
    submit?.focus()
  }
  return (
    <section
      ref={choice}
      className={`grid gap-3 col-span-full p-4 mb-3 rounded-m break-words ${styles.notice}`}
      aria-labelledby={id}
    >
      <h3 id={id} tabIndex={-1} className="text-m bold">
        Nel frattempo qualcun altro ha modificato questi dati
      </h3>
      <p>
        Non è stato ancora salvato niente. Scegli come continuare: con i dati del tuo modulo, o con quelli di adesso.
      </p>
      <dl className="grid gap-3">
        {differences.map(({ name, label, current, mine }) => (
          <div key={name} className={`grid gap-1 border-t ${styles.difference}`}>
            <dt className="semibold">{label}</dt>
            <dd className="pre-line">
              <span className="muted">Adesso:</span>
              <span>{` ${current}`}</span>
            </dd>
            <dd className="pre-line">
              <span className="muted">Nel tuo modulo:</span>
              <span>{` ${mine}`}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2 flex-wrap">
        <Button onClick={() => leave(keepMine)}>Tieni i miei dati</Button>
        <Button look="quiet" onClick={() => leave(takeCurrent)}>
          Usa i dati attuali
        </Button>
      </div>
    </section>
  )
}

type AlreadySavedProps = { error: ApiError | undefined; onOpen: (saved: unknown) => void }

/** Says that an earlier attempt has been saved although its response was lost, and offers to edit that record. */
export function AlreadySavedNotice({ error, onOpen }: AlreadySavedProps) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error) text.current!.focus()
  }, [error])
  if (!error) return null
  return (
    <section className={`grid gap-3 col-span-full p-4 mb-3 rounded-m break-words ${styles.notice}`}>
      <p ref={text} tabIndex={-1}>
        {error.message}
      </p>
      <div className="flex gap-2 flex-wrap">
        <Button onClick={() => onOpen(error.current)}>Apri con le mie modifiche</Button>
      </div>
    </section>
  )
}

/** Says that another user has changed the record. The live region is always rendered, so that its text is announced. */
export function OutdatedHint({ editConflict: { differences, isOutdated, showDifferences } }: EditConflictProps) {
  return (
    <div role="status" className={`row gap-x-3 gap-y-1 flex-wrap empty-absolute ${styles.hint}`}>
      {isOutdated && !differences && (
        <>
          <span>{'Nel frattempo qualcun altro ha modificato questi dati. '}</span>
          <button type="button" onClick={showDifferences}>
            Vedi che cosa è cambiato
          </button>
        </>
      )}
    </div>
  )
}
