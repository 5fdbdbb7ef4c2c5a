import type { Collision } from '@prenoto/core/collision.ts'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './collisions.module.css'

type CollisionsProps = { collisions: Collision[]; isSaving: boolean; onOverride: () => void }

/** What an hour that is not offered runs into, and the way to book it all the same. It takes the focus when it comes. */
export function Collisions({ collisions, isSaving, onOverride }: CollisionsProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: others are news again
  useEffect(() => {
    title.current!.focus()
    title.current!.closest('section')!.scrollIntoView({ block: 'nearest' })
  }, [collisions])

  return (
    <section className={styles.collisions} aria-labelledby={id}>
      <h3 id={id} ref={title} tabIndex={-1} className={styles.title}>
        Questo orario non è tra quelli proposti
      </h3>
      {collisions.length === 0 ? (
        <p>Non si sovrappone a niente.</p>
      ) : (
        <ul className={styles.list}>
          {collisions.map(({ kind, detail }) => (
            <li key={`${kind} ${detail}`}>{detail}</li>
          ))}
        </ul>
      )}
      <p>Non è stato ancora salvato niente: cambia giorno o orario, oppure prenota comunque.</p>
      <div>
        <Button look="quiet" loading={isSaving} onClick={onOverride}>
          Prenota lo stesso
        </Button>
      </div>
    </section>
  )
}
