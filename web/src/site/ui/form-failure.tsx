import { ApiError, NO_DETAIL } from '../../lib/api-client.ts'
import styles from './messages.module.css'

/** Why a form was not sent. It is rendered from the start, so that screen readers announce its text. */
export const FormFailure = ({ text }: { text: string | undefined }) => (
  <p role="alert" className={styles.failure}>
    {text}
  </p>
)

const RETRY = 'I tuoi dati sono ancora qui: riprova.'
const TOO_MANY = 'Troppe richieste: riprova tra qualche minuto.'

/**
 * Message of a failure that the visitor cannot correct; `action` as 'inviare la prenotazione'. After too many requests
 * it is the server's message, which says when to retry. Undefined after 403.
 */
export function failureMessage(error: unknown, action: string, retry = RETRY): string | undefined {
  const { status, message, reason } =
    error instanceof ApiError ? error : { status: undefined, message: '', reason: undefined }
  // The browser is navigating to /invalid-domain.
  if (status === 403) return undefined
  if (reason === 'role-too-low') return message
  if (status === 429) return message === NO_DETAIL ? TOO_MANY : message
  return `Non siamo riusciti a ${action}. ${retry}`
}
