import type { FirstSteps as Steps } from '@prenoto/core/dashboard/first-steps.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths, paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { sectionPath } from '../settings/sections.ts'
import styles from './dashboard.module.css'
import { firstStepsQuery, useUpdateFirstSteps } from './first-steps.queries.ts'

type Step = { key: keyof Steps['done']; title: string; note: string; path: string }

const STEPS: Step[] = [
  {
    key: 'logo',
    title: 'Carica il logo',
    note: 'Si vede sul sito, nelle email e sulla locandina.',
    path: sectionPath('sito'),
  },
  {
    key: 'closures',
    title: 'Segna ferie e festività',
    note: 'In quei giorni nessuno può prenotare.',
    path: adminPaths.daysOff,
  },
  {
    key: 'privacy',
    title: 'Completa l’informativa sulla privacy',
    note: 'Il testo c’è già: adattalo a quello che fai e salvalo.',
    path: sectionPath('privacy'),
  },
  {
    key: 'second_factor',
    title: 'Proteggi il tuo accesso',
    note: 'Con la verifica in due passaggi la password da sola non basta.',
    path: sectionPath('verifica'),
  },
  {
    key: 'booking',
    title: 'Fai una prenotazione di prova',
    note: 'Prenota dal sito come un cliente, poi disdici.',
    path: paths.services,
  },
  {
    key: 'share',
    title: 'Condividi il tuo sito',
    note: 'Link, codice QR e una locandina da stampare.',
    path: sectionPath('condividi'),
  },
]

/** The first steps of a new business, until an administrator hides them. */
export default function FirstSteps() {
  const { data } = useQuery(firstStepsQuery)
  const { mutateAsync: update, isPending } = useUpdateFirstSteps(reportFailure)
  if (!data?.is_shown) return null

  const count = STEPS.filter(({ key }) => data.done[key]).length
  const isDone = count === STEPS.length
  async function hide() {
    try {
      await update({ is_shown: false })
    } catch {
      // The mutation has shown the failure.
      return
    }
    if (!isDone) showToast('info', 'I primi passi si riattivano in Impostazioni, alla voce Condividi.')
    // The focused button disappears with the list.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <section className="card px-4 py-3 rounded-l" aria-labelledby="first-steps-title">
      <details open>
        <summary className={`row gap-3 touch cursor-pointer ${styles.head}`}>
          <h2 id="first-steps-title" className="text-m">
            Primi passi
          </h2>
          <span className="muted tabular-nums">{isDone ? 'Hai fatto tutto' : `${count} di ${STEPS.length}`}</span>
          <ChevronDown size={18} aria-hidden="true" className={styles.chevron} />
        </summary>
        <ul className={styles.steps}>
          {STEPS.map((step) => (
            <StepItem key={step.key} step={step} isDone={data.done[step.key]} />
          ))}
        </ul>
        <div className={styles.actions}>
          <Button look="quiet" loading={isPending} onClick={hide}>
            {isDone ? 'Chiudi' : 'Nascondi'}
          </Button>
        </div>
      </details>
    </section>
  )
}

function StepItem({ step: { title, note, path }, isDone }: { step: Step; isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle
  // The booking page belongs to the site, which has another bundle.
  const isOnSite = path === paths.services
  return (
    <li className={`grid gap-x-3 touch content-start relative ${styles.step} ${isDone ? styles.done : ''}`}>
      <Icon size={20} aria-hidden="true" className={`muted ${styles.mark}`} />
      {isOnSite ? (
        <a href={path} className={styles.link}>
          {title}
        </a>
      ) : (
        <Link to={path} className={styles.link}>
          {title}
        </Link>
      )}
      {isDone ? <VisuallyHidden>Fatto</VisuallyHidden> : <p className={styles.note}>{note}</p>}
    </li>
  )
}
