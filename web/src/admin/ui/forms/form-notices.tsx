import { useEffect, useId, useRef } from 'react'
import type { ApiError } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { firstField } from '../panels/first-field.ts'
import styles from './form-notices.module.css'
import type { DraftState } from './use-draft.ts'
import type { MeanwhileState } from './use-meanwhile.ts'

/** Offers what was typed into a form that was left. */
export function DraftOffer({ draft: { isOffered, resume, discard } }: { draft: DraftState }) {
  const id = useId()
  const offer = useRef<HTMLElement>(null)
  // Who hears the panel open hears of it, too.
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
    <section ref={offer} className={`${styles.notice} ${styles.draft}`} aria-labelledby={id}>
      <p id={id}>C’è una bozza non salvata: l’avevi iniziata prima di chiudere.</p>
      <div className={styles.actions}>
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

type MeanwhileProps = {
  meanwhile: Pick<MeanwhileState<never>, 'choices' | 'isOutdated' | 'ask' | 'keepMine' | 'takePresent'>
}

/** What somebody else has changed in the record of a form, and what to go on with. It comes only when it was asked for. */
export function Choice({ meanwhile: { choices, keepMine, takePresent } }: MeanwhileProps) {
  const id = useId()
  const choice = useRef<HTMLElement>(null)
  const isShown = choices !== undefined
  useEffect(() => {
    if (!isShown) return
    choice.current!.querySelector('h3')!.focus()
    choice.current!.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!choices) return null

  const leave = (then: () => void) => {
    const submit = choice.current!.closest('form')?.querySelector<HTMLElement>('button[type=submit]')
    then()
    submit?.focus()
  }
  return (
    <section ref={choice} className={styles.notice} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} className={styles.title}>
        Nel frattempo qualcun altro ha modificato questi dati
      </h3>
      <p>Non è stato ancora salvato niente. Scegli come continuare: le tue modifiche, o tutto com’è adesso.</p>
      <dl className={styles.differences}>
        {choices.map(({ name, label, now, mine, before }) => (
          <div key={name} className={styles.difference}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>
              <span className={styles.which}>Adesso:</span> {now}
            </dd>
            <dd className={styles.value}>
              <span className={styles.which}>{mine === undefined ? 'Prima:' : 'Nel tuo modulo:'}</span> {mine ?? before}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <Button onClick={() => leave(keepMine)}>Tieni le mie modifiche</Button>
        <Button look="quiet" onClick={() => leave(takePresent)}>
          Usa i dati attuali
        </Button>
      </div>
    </section>
  )
}

type SavedBeforeProps = { error: ApiError | undefined; onOpen: (saved: unknown) => void }

/** Says that an earlier attempt, whose answer was lost, has been saved, and offers to change what it has saved. */
export function SavedBefore({ error, onOpen }: SavedBeforeProps) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (error) text.current!.focus()
  }, [error])
  if (!error) return null
  return (
    <section className={styles.notice}>
      <p ref={text} tabIndex={-1}>
        {error.message}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => onOpen(error.current)}>Apri con le mie modifiche</Button>
      </div>
    </section>
  )
}

/** Says beside the buttons of a form that somebody else has changed its record; there from the start, so that it is announced. */
export function OutdatedHint({ meanwhile: { choices, isOutdated, ask } }: MeanwhileProps) {
  return (
    <div role="status" className={styles.hint}>
      {isOutdated && !choices && (
        <>
          Nel frattempo qualcun altro ha modificato questi dati.{' '}
          <button type="button" onClick={ask}>
            Vedi che cosa è cambiato
          </button>
        </>
      )}
    </div>
  )
}
