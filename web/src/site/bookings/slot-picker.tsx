import { slotGroups } from '@prenoto/core/availability/slot-groups.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { Ref } from 'react'
import visuallyHidden from '../../ui/visually-hidden.module.css'
import styles from './slot-picker.module.css'

type SlotPickerProps = {
  day: PlainDate
  slots: PlainTime[]
  selected: PlainTime | undefined
  onSelect: (slot: PlainTime) => void
  title: Ref<HTMLHeadingElement>
}

/** The free slots of a day, by part of the day. */
export function SlotPicker({ day, slots, selected, onSelect, title }: SlotPickerProps) {
  return (
    <div className={styles.picker}>
      <h3 className={styles.title} tabIndex={-1} ref={title}>
        {formatDay(day)}
      </h3>
      <div className={slots.length > 0 ? visuallyHidden.hidden : undefined} aria-live="polite">
        {slots.length > 0 ? (
          `${formatDay(day)}: ${slots.length} slot disponibili`
        ) : (
          <p className={styles.none}>Ci dispiace ma per questa giornata gli slot sono terminati.</p>
        )}
      </div>
      {slotGroups(slots).map((group) => (
        <section key={group.name} className={styles.group} aria-labelledby={`slots-${group.name}`}>
          <h4 id={`slots-${group.name}`} className={styles.part}>
            {group.name}
          </h4>
          <ul className={styles.slots}>
            {group.slots.map((slot) => (
              <li key={slot}>
                <button
                  type="button"
                  className={styles.slot}
                  aria-pressed={slot === selected}
                  onClick={() => onSelect(slot)}
                >
                  {toShortTime(slot)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
