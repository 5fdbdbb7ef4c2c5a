import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './lists.module.css'

type EmptyStateProps = { text: string; tone?: 'danger'; children?: ReactNode }

/** Shown in place of an empty list or failed content, with optional actions. */
export function EmptyState({ text, tone, children }: EmptyStateProps) {
  const Icon = tone === 'danger' ? CircleAlert : Inbox
  return (
    <div
      className={`grid gap-3 justify-items-center muted text-center ${styles.emptyState}`}
      role={tone === 'danger' ? 'alert' : undefined}
    >
      <Icon size={28} className={tone === 'danger' ? styles.dangerIcon : styles.emptyIcon} aria-hidden="true" />
      <p>{text}</p>
      {children}
    </div>
  )
}

type FailedReadProps = { text: string; isBusy?: boolean; onRetry: () => void }

/** Shown in place of content that could not be read. */
export const FailedRead = ({ text, isBusy, onRetry }: FailedReadProps) => (
  <EmptyState tone="danger" text={text}>
    <Button look="quiet" loading={isBusy} onClick={onRetry}>
      Riprova
    </Button>
  </EmptyState>
)
