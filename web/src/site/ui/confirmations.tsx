import { CANCELLED, CONTACTED, KEPT, OFFER_ENDED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './messages.module.css'

/** What is said of a contact request. */
export const REQUEST_SENT = 'Richiesta inviata con successo.'

/** What the next page says of what was done on the one before, by the fragment that leads to it. */
const CONFIRMATIONS: Record<string, string> = {
  [CANCELLED]: 'Prenotazione eliminata con successo',
  [KEPT]: 'La prenotazione resta confermata.',
  [RESCHEDULED]: 'Prenotazione modificata con successo',
  [CONTACTED]: REQUEST_SENT,
}

/** Says it, once. */
export function showConfirmation() {
  const told = CONFIRMATIONS[location.hash]
  if (!told) return
  history.replaceState(history.state, '', location.pathname)
  showToast('success', told)
}

/** The same in the page, where it stays; the stylesheet shows it where the fragment leads to it, without a script too. */
const Done = ({ fragment }: { fragment: string }) => (
  <p id={fragment.slice(1)} className={`${styles.told} ${styles.untold}`}>
    {CONFIRMATIONS[fragment]}
  </p>
)

/** The same beside the button of a form that has stayed. */
export const RequestSentMessage = () => <p className={styles.told}>{REQUEST_SENT}</p>

export const CancelledMessage = () => <Done fragment={CANCELLED} />
export const KeptMessage = () => <Done fragment={KEPT} />
export const ContactedMessage = () => <Done fragment={CONTACTED} />
export const RescheduledMessage = () => <Done fragment={RESCHEDULED} />

/** Above another offer than the one whose button was pressed. */
export const OfferEndedMessage = () => (
  <p id={OFFER_ENDED.slice(1)} className={`${styles.told} ${styles.warning} ${styles.untold}`}>
    Il posto che avevi scelto non è più disponibile. Nel frattempo te ne teniamo un altro:
  </p>
)
