import { CANCELLED } from '@prenoto/core/pages/page-data.ts'
import { showToast } from '../../ui/toasts.ts'
import styles from './cancelled.module.css'

const TOLD = 'Prenotazione eliminata con successo'

/** Says, once, that the booking was cancelled of whose page this is the next. */
export function showCancellation() {
  if (location.hash !== CANCELLED) return
  history.replaceState(history.state, '', location.pathname)
  showToast('success', TOLD)
}

/** The same for a browser without scripts. */
export const Cancelled = () => (
  <noscript className={styles.untold}>
    <p id={CANCELLED.slice(1)} className={styles.told}>
      {TOLD}
    </p>
  </noscript>
)
