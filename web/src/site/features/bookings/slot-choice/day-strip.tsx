import { CHOICE } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDate, formatMonths, formatShortDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { useHydrated } from '../../../../lib/use-hydrated.ts'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { useLazyComponent } from '../../../lib/use-lazy-component.ts'
import { ReadFailure } from '../../../ui/read-failure.tsx'
import { ChoiceForm, FORM_TITLE_ID, type OnChoose } from './choice-form.tsx'
import { type Choice, countSlots, type DayState } from './chosen-visit.ts'
import styles from './day-strip.module.css'
import { daysFrom, keepShown, neighbours } from './day-window.ts'
import { useSwipe } from './use-swipe.ts'

type DayStripProps = {
  choice: Choice
  today: PlainDate
  lastDay: PlainDate
  getState: (day: PlainDate) => DayState
  /** The first free slot. */
  first?: { day: PlainDate; hour: PlainTime }
  onChoose: OnChoose
}

const loadMonthPopover = async () => (await import('./month-popover.tsx')).MonthPopover

/** Five days in a row, moved by arrows or swipes; below are shortcuts to the first free slot and a month. */
export function DayStrip({ choice, today, lastDay, getState, first, onChoose }: DayStripProps) {
  const { calendar, start, day: selected } = choice
  const { previous, next } = neighbours(start, today, lastDay)
  const days = daysFrom(start)
  const earlier = useRef<HTMLButtonElement>(null)
  const later = useRef<HTMLButtonElement>(null)
  const swipe = useSwipe((towards) => (towards === 'later' ? later : earlier).current?.click())
  const month = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  const [isMonthOpen, setIsMonthOpen] = useState(false)
  const { Loaded: MonthPopover, hasFailed } = useLazyComponent(loadMonthPopover, isMonthOpen)

  return (
    <div>
      <div className={styles.head}>
        <h2 className={styles.title} aria-live="polite">
          Calendario{' '}
          <span className={styles.month} translate="no">
            {formatMonths(start, days.at(-1)!)}
          </span>
        </h2>
        <div className={styles.arrows}>
          <ChoiceForm preserve={{ calendar, ...keepShown(choice, previous) }} onChoose={onChoose}>
            <Arrow label="Giorno precedente" to={previous} button={earlier} />
          </ChoiceForm>
          <ChoiceForm preserve={{ calendar, ...keepShown(choice, next) }} onChoose={onChoose}>
            <Arrow label="Giorno successivo" to={next} button={later} />
          </ChoiceForm>
        </div>
      </div>
      <ChoiceForm preserve={{ calendar, start: start === today ? undefined : start }} onChoose={onChoose}>
        <ul className={styles.days} {...swipe}>
          {days.map((day) => {
            const state = getState(day)
            const free = state.kind === 'free' ? state.slots : 0
            const [weekday, number, month] = formatShortDay(day).split(' ')
            return (
              <li key={day}>
                <button
                  type="submit"
                  name={CHOICE.day}
                  value={day}
                  className={[styles.day, free > 0 ? styles.free : styles.full, day === today && styles.today]
                    .filter(Boolean)
                    .join(' ')}
                  aria-pressed={day === selected}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <VisuallyHidden key={free}>{`${formatDate(day)}, ${countSlots(free)}`}</VisuallyHidden>
                  <span className={styles.small} aria-hidden="true" translate={day === today ? undefined : 'no'}>
                    {day === today ? 'oggi' : weekday}
                  </span>
                  <span className={styles.number} aria-hidden="true" translate="no">
                    {number}
                  </span>
                  <span className={styles.small} aria-hidden="true" translate="no">
                    {month}
                  </span>
                  <span className={styles.mark} aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      </ChoiceForm>
      <div className={styles.shortcuts}>
        {first && (
          <ChoiceForm preserve={{ calendar, day: first.day }} action={`#${FORM_TITLE_ID}`} onChoose={onChoose}>
            <button type="submit" name={CHOICE.hour} value={toShortTime(first.hour)} className={styles.shortcut}>
              Primo posto libero
            </button>
          </ChoiceForm>
        )}
        <button
          ref={month}
          type="button"
          className={isHydrated ? styles.shortcut : `${styles.shortcut} ${styles.pending}`}
          aria-haspopup="dialog"
          aria-expanded={isMonthOpen}
          onClick={() => setIsMonthOpen(true)}
        >
          <CalendarDays size={16} aria-hidden="true" />
          Mese
        </button>
      </div>
      <ReadFailure text={hasFailed ? 'Non siamo riusciti a caricare il mese.' : undefined} />
      {isMonthOpen && MonthPopover && (
        <MonthPopover
          selected={selected}
          today={today}
          lastDay={lastDay}
          getState={getState}
          preserve={{ calendar }}
          onChoose={onChoose}
          opener={month}
          onClose={() => setIsMonthOpen(false)}
        />
      )}
    </div>
  )
}

type ArrowProps = { label: string; to?: PlainDate; button: Ref<HTMLButtonElement> }

/** At an end of the strip the arrow does nothing but stays focusable, so that the focus is not lost. */
function Arrow({ label, to, button }: ArrowProps) {
  const Icon = label === 'Giorno precedente' ? ChevronLeft : ChevronRight
  return (
    <button
      ref={button}
      type={to ? 'submit' : 'button'}
      name={CHOICE.start}
      value={to}
      className={styles.arrow}
      aria-label={label}
      aria-disabled={to === undefined}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  )
}
