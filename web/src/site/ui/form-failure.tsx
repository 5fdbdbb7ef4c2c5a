import { ApiError, NO_DETAIL } from '../../lib/api-client.ts'
import styles from './form-failure.module.css'

/** Beside a form's button: why it was not sent. It is there from the start, since screen readers announce what changes in it. */
export const FormFailure = ({ text }: { text: string | undefined }) => (
  <p role="alert" className={styles.failure}>
    {text}
  </p>
)

const RETRY = 'I tuoi dati sono ancora qui: riprova.'
const TOO_MANY = 'Troppe richieste: riprova tra qualche minuto.'

/**
 * Why a form was not sent, for a failure that is not the visitor's: `action` as 'inviare la prenotazione'. The server itself says when
 * to try again after too many requests.
 */
export function failureMessage(error: unknown, action: string, retry = RETRY): string | undefined {
  const { status, message } = error instanceof ApiError ? error : { status: undefined, message: '' }
  // The browser is leaving for /invalid-domain.
  if (status === 403) return undefined
  if (status === 429) return message === NO_DETAIL ? TOO_MANY : message
  return `Non siamo riusciti a ${action}. ${retry}`
}
