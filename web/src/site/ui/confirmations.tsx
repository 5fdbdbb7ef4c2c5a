import { CANCELLED, CONTACTED, KEPT, OFFER_ENDED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './messages.module.css'

export const REQUEST_SENT = 'Richiesta inviata con successo.'

/** Messages about an action on the previous page, by the fragment of the address. */
const CONFIRMATIONS: Record<string, string> = {
  [CANCELLED]: 'Prenotazione eliminata con successo',
  [KEPT]: 'La prenotazione resta confermata.',
  [RESCHEDULED]: 'Prenotazione modificata con successo',
  [CONTACTED]: REQUEST_SENT,
}

/** Shows the message of the current fragment as a toast, and removes the fragment. */
export function showConfirmation() {
  const text = CONFIRMATIONS[location.hash]
  if (!text) return
  history.replaceState(history.state, '', location.pathname)
  showToast('success', text)
}

/** The message within the page. The style sheet shows it for its fragment, so it works without scripts. */
const Confirmation = ({ fragment }: { fragment: string }) => (
  <p id={fragment.slice(1)} className={`${styles.message} ${styles.targeted}`}>
    {CONFIRMATIONS[fragment]}
  </p>
)

/** The message beside the button of a contact form that was sent without leaving the page. */
export const RequestSentMessage = () => <p className={styles.message}>{REQUEST_SENT}</p>

export const CancelledMessage = () => <Confirmation fragment={CANCELLED} />
export const NotCancelledMessage = () => <Confirmation fragment={KEPT} />
export const ContactedMessage = () => <Confirmation fragment={CONTACTED} />
export const RescheduledMessage = () => <Confirmation fragment={RESCHEDULED} />

/** Shown above a new offer when the visitor has answered one that had ended. */
export const OfferEndedMessage = () => (
  <p id={OFFER_ENDED.slice(1)} className={`${styles.message} ${styles.warning} ${styles.targeted}`}>
    Il posto che avevi scelto non è più disponibile. Nel frattempo te ne teniamo un altro:
  </p>
)
