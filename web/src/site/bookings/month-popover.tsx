import { CHOICE, type ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDate, formatMonth, shortWeekdays } from '@prenoto/core/time/format.ts'
import { addMonths, type PlainDate, partsOf } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dayAfterKey, monthOf, weeksOf } from '../../lib/month-days.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceForm, type OnChoose } from './choice-form.tsx'
import { countSlots } from './chosen-visit.ts'
import styles from './month-popover.module.css'

type MonthPopoverProps = {
  selected: PlainDate
  today: PlainDate
  lastDay: PlainDate
  freeSlots: (day: PlainDate) => number
  keeps: ChosenVisit
  onChoose: OnChoose
  /** The button that has opened it. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** A month of days to choose from, over the page, which stays where it is. */
export function MonthPopover({ selected, today, lastDay, freeSlots, keeps, ...props }: MonthPopoverProps) {
  const { onChoose, opener, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [day, setDay] = useState(selected)
  const month = monthOf(day)
  const inTime = (date: PlainDate) => (date < today ? today : date > lastDay ? lastDay : date)

  // As the press that opens it ends: the next key is already meant for it.
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    placeBelow(shown, opener.current!)
    focusDay(shown)
  }, [opener])

  const followKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event.key)
    if (!next) return
    event.preventDefault()
    flushSync(() => setDay(inTime(next)))
    focusDay(dialog.current!)
  }

  /** The focus is back at the opener before anything else is done. */
  const choose: OnChoose = (event) => {
    dialog.current!.close()
    onChoose(event)
  }

  const leaf = (months: number) => ({
    onClick: () => setDay(inTime(addMonths(day, months))),
    'aria-disabled': monthOf(inTime(addMonths(month, months))) === month,
  })

  return (
    <dialog ref={dialog} className={styles.popover} aria-labelledby="month-title" onClose={onClose} closedby="any">
      <div className={styles.head}>
        <IconButton label="Mese precedente" Icon={ChevronLeft} {...leaf(-1)} />
        <h3 id="month-title" className={styles.title} aria-live="polite">
          {formatMonth(month)}
        </h3>
        <IconButton label="Mese successivo" Icon={ChevronRight} {...leaf(1)} />
      </div>
      <ChoiceForm keeps={keeps} onChoose={choose}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of days is a table that keys move in */}
        <table role="grid" aria-labelledby="month-title" className={styles.grid} onKeyDown={followKey}>
          <thead>
            <tr>
              {shortWeekdays.map((weekday) => (
                <th key={weekday} scope="col">
                  {weekday}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week[0]}>
                {week.map((date) => (
                  <td key={date}>
                    {monthOf(date) === month && (
                      <Day
                        date={date}
                        free={freeSlots(date)}
                        isInTime={inTime(date) === date}
                        tabIndex={date === day ? 0 : -1}
                        aria-pressed={date === selected}
                        aria-current={date === today ? 'date' : undefined}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ChoiceForm>
      <div className={styles.foot}>
        <p className={styles.legend}>
          <span className={styles.mark} aria-hidden="true" /> giorni con posti liberi
        </p>
        <button type="button" className={styles.close} onClick={() => dialog.current!.close()}>
          Chiudi
        </button>
      </div>
    </dialog>
  )
}

type DayProps = {
  date: PlainDate
  free: number
  isInTime: boolean
  tabIndex: number
  'aria-pressed': boolean
  'aria-current': 'date' | undefined
}

const Day = ({ date, free, isInTime, ...states }: DayProps) => (
  <button
    type="submit"
    name={CHOICE.day}
    value={date}
    disabled={!isInTime}
    className={free > 0 ? `${styles.day} ${styles.free}` : styles.day}
    aria-label={`${formatDate(date)}, ${free > 0 ? countSlots(free) : 'completo o chiuso'}`}
    {...states}
  >
    {partsOf(date).day}
    <span className={styles.mark} aria-hidden="true" />
  </button>
)

/** The day that the keys have come to. */
const focusDay = (popover: HTMLElement) =>
  popover.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })

/** Pixels between the popover and the edges of the window. */
const EDGE = 8

/** Below its opener, or as far down as it is all seen. */
function placeBelow(popover: HTMLElement, opener: HTMLElement) {
  const { bottom, right } = opener.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const { clientWidth, clientHeight } = document.documentElement
  popover.style.left = `${Math.max(EDGE, Math.min(right, clientWidth - EDGE) - offsetWidth)}px`
  popover.style.top = `${Math.max(EDGE, Math.min(bottom + EDGE, clientHeight - EDGE - offsetHeight))}px`
}
