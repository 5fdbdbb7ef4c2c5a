import { CANCELLED, CONTACTED, KEPT, OFFER_ENDED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './done.module.css'

/** What is said of a contact request. */
export const SENT = 'Richiesta inviata con successo.'

/** What the next page says of what was done on the one before, by the fragment that leads to it. */
const TOLD: Record<string, string> = {
  [CANCELLED]: 'Prenotazione eliminata con successo',
  [KEPT]: 'La prenotazione resta confermata.',
  [RESCHEDULED]: 'Prenotazione modificata con successo',
  [CONTACTED]: SENT,
}

/** Says it, once. */
export function showDone() {
  const told = TOLD[location.hash]
  if (!told) return
  history.replaceState(history.state, '', location.pathname)
  showToast('success', told)
}

/** The same in the page, where it stays; the stylesheet shows it where the fragment leads to it, without a script too. */
const Done = ({ fragment }: { fragment: string }) => (
  <p id={fragment.slice(1)} className={`${styles.told} ${styles.untold}`}>
    {TOLD[fragment]}
  </p>
)

/** The same beside the button of a form that has stayed. */
export const SentHere = () => <p className={styles.told}>{SENT}</p>

export const Cancelled = () => <Done fragment={CANCELLED} />
export const Kept = () => <Done fragment={KEPT} />
export const Contacted = () => <Done fragment={CONTACTED} />
export const Moved = () => <Done fragment={RESCHEDULED} />

/** Above another offer than the one whose button was pressed. */
export const OfferEnded = () => (
  <p id={OFFER_ENDED.slice(1)} className={`${styles.told} ${styles.warning} ${styles.untold}`}>
    Il posto che avevi scelto non è più disponibile. Nel frattempo te ne teniamo un altro:
  </p>
)
