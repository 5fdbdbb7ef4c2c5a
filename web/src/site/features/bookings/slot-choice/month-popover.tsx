import { CHOICE, type ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDate, formatMonth, formatShortDay, shortWeekdays } from '@prenoto/core/time/format.ts'
import { addDays, addMonths, type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dayAfterKey, firstOfMonth, mondayBefore, weeksFrom } from '../../../../lib/month-days.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { ChoiceForm, type OnChoose } from './choice-form.tsx'
import { availabilityText, type DayState } from './chosen-visit.ts'
import styles from './month-popover.module.css'

type MonthPopoverProps = {
  selected: PlainDate
  today: PlainDate
  lastDay: PlainDate
  getState: (day: PlainDate) => DayState
  preserve: ChosenVisit
  onChoose: OnChoose
  /** The button that opened the popover. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The month of the selected day in a popover. The first month starts with the current week. */
export function MonthPopover({ selected, today, lastDay, getState, preserve, ...props }: MonthPopoverProps) {
  const { onChoose, opener, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const thisWeek = mondayBefore(today)
  const firstMonth = firstOfMonth(addDays(thisWeek, 6))
  const weeksIn = (month: PlainDate) =>
    weeksFrom(month === firstMonth ? thisWeek : mondayBefore(month)).filter(([monday]) => monday! <= lastDay)
  /** Keeps the shown month while its grid contains the day. */
  const toView = (day: PlainDate, shownMonth: PlainDate) => ({
    day,
    month: weeksIn(shownMonth).flat().includes(day) ? shownMonth : firstOfMonth(day),
  })
  const [{ day, month }, setView] = useState(() => ({
    day: selected,
    month: firstOfMonth(selected) < firstMonth ? firstMonth : firstOfMonth(selected),
  }))
  const inTime = (date: PlainDate) => (date < today ? today : date > lastDay ? lastDay : date)

  // A layout effect, so that the next key press already reaches the popover.
  useLayoutEffect(() => open(dialog.current!, opener.current!), [opener])

  const followKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event.key)
    if (!next) return
    event.preventDefault()
    flushSync(() => setView(toView(inTime(next), month)))
    focusDay(dialog.current!)
  }

  /** The dialog focuses the opener at once but sends its event with the next frame; a press in between must reopen it. */
  const close = () => {
    dialog.current!.close()
    onClose()
  }

  const choose: OnChoose = (event) => {
    close()
    onChoose(event)
  }

  const monthButton = (months: 1 | -1) => {
    const to = addMonths(month, months)
    const isEnd = to < firstMonth || to > lastDay
    return { 'aria-disabled': isEnd, onClick: () => !isEnd && setView({ day: inTime(to), month: to }) }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.popover}
      aria-labelledby="month-title"
      onCancel={close}
      onClose={onClose}
      closedby="any"
    >
      <div className={styles.head}>
        <IconButton label="Mese precedente" Icon={ChevronLeft} {...monthButton(-1)} />
        <h3 id="month-title" className={styles.title} aria-live="polite" translate="no">
          {formatMonth(month)}
        </h3>
        <IconButton label="Mese successivo" Icon={ChevronRight} {...monthButton(1)} />
      </div>
      <ChoiceForm className={styles.weeks} preserve={preserve} onChoose={choose}>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in the grid */}
        <table role="grid" aria-labelledby="month-title" className={styles.grid} onKeyDown={followKey}>
          <thead>
            <tr>
              {shortWeekdays.map((weekday) => (
                <th key={weekday} scope="col" translate="no">
                  {weekday}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksIn(month).map((week) => (
              <tr key={week[0]}>
                {week.map((date) => (
                  <td key={date}>
                    <Day
                      date={date}
                      state={getState(date)}
                      isInTime={inTime(date) === date}
                      tabIndex={date === day ? 0 : -1}
                      aria-pressed={date === selected}
                      aria-current={date === today ? 'date' : undefined}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ChoiceForm>
      <div className={styles.foot}>
        <ul className={styles.legend} aria-hidden="true">
          <li className={styles.free}>
            <span className={styles.mark} /> liberi
          </li>
          <li className={styles.full}>
            <span className={styles.mark} /> completo
          </li>
          <li className={styles.closed}>
            <s>12</s> chiuso
          </li>
        </ul>
        <button type="button" className={styles.close} onClick={close}>
          Chiudi
        </button>
      </div>
    </dialog>
  )
}

type DayProps = {
  date: PlainDate
  state: DayState
  isInTime: boolean
  tabIndex: number
  'aria-pressed': boolean
  'aria-current': 'date' | undefined
}

const CLASSES = { free: styles.free, full: styles.full, closed: styles.closed }

const Day = ({ date, state, isInTime, ...states }: DayProps) => (
  <button
    type="submit"
    name={CHOICE.day}
    value={date}
    disabled={!isInTime}
    className={isInTime ? `${styles.day} ${CLASSES[state.kind]}` : styles.day}
    {...states}
  >
    <VisuallyHidden>{isInTime ? `${formatDate(date)}, ${availabilityText(state)}` : formatDate(date)}</VisuallyHidden>
    <span className={styles.number} aria-hidden="true">
      {toDateParts(date).day}
    </span>
    {toDateParts(date).day === 1 && (
      <span className={styles.month} aria-hidden="true" translate="no">
        {formatShortDay(date).split(' ')[2]}
      </span>
    )}
    <span className={styles.mark} aria-hidden="true" />
  </button>
)

/** Minimum distance from the popover to the window's edges, and from the focused day to the popover's, pixels. */
const EDGE = 8

/** Focuses the current day and scrolls only the popover to it. */
function focusDay(popover: HTMLElement) {
  const day = popover.querySelector<HTMLElement>('[tabindex="0"]')
  if (!day) return
  day.focus({ preventScroll: true })
  const [dayBox, box] = [day.getBoundingClientRect(), popover.getBoundingClientRect()]
  if (dayBox.top < box.top + EDGE) popover.scrollTop -= box.top + EDGE - dayBox.top
  if (dayBox.bottom > box.bottom - EDGE) popover.scrollTop += dayBox.bottom - box.bottom + EDGE
}

function open(popover: HTMLDialogElement, opener: HTMLElement) {
  // Browsers scroll to the focused element of an opening dialog, so it opens beside the button.
  popover.style.top = `${opener.getBoundingClientRect().top}px`
  popover.showModal()
  const position = (top: number, bottom: number) => {
    positionBelow(popover, opener, { top, bottom })
    focusDay(popover)
  }
  position(0, document.documentElement.clientHeight)

  // In an embedded page, only the visible part of the frame counts.
  const observer = new IntersectionObserver(([page]) => {
    observer.disconnect()
    const { top, bottom } = page!.intersectionRect
    if (bottom > top && popover.open) position(top, bottom)
  })
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}

/** Positions the popover below its opener, or higher so that it fits between `top` and `bottom`, pixels. */
function positionBelow(popover: HTMLElement, opener: HTMLElement, { top, bottom }: { top: number; bottom: number }) {
  const around = opener.getBoundingClientRect()
  popover.style.maxHeight = `${bottom - top - 2 * EDGE}px`
  const { offsetWidth, offsetHeight } = popover
  const { clientWidth } = document.documentElement
  popover.style.left = `${Math.max(EDGE, Math.min(around.right, clientWidth - EDGE) - offsetWidth)}px`
  popover.style.top = `${Math.max(top + EDGE, Math.min(around.bottom + EDGE, bottom - EDGE - offsetHeight))}px`
}
