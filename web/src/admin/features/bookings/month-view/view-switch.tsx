import { capitalize } from '@prenoto/core/time/format.ts'
import styles from './month-view.module.css'
import { VIEWS, type View } from './use-shown-days.ts'

/** Switches the dashboard between month, week and day. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: three buttons are not a set of fields
    <div role="group" aria-label="Vista" className={`flex rounded-m sunken ${styles.views}`}>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          className={`touch px-4 rounded-s muted semibold ${styles.view}`}
          aria-pressed={one === view}
          onClick={() => onChange(one)}
        >
          {capitalize(one)}
        </button>
      ))}
    </div>
  )
}
