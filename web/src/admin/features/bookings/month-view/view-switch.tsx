import { capitalize } from '@prenoto/core/time/format.ts'
import { VIEWS, type View } from './use-shown-days.ts'
import styles from './view-switch.module.css'

/** Switches the dashboard between month, week and day. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons are not a set of fields
    <div role="group" aria-label="Vista" className={styles.views}>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.view}
          aria-pressed={one === view}
          onClick={() => onChange(one)}
        >
          {capitalize(one)}
        </button>
      ))}
    </div>
  )
}
