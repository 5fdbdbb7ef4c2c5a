import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { Select, SelectField } from '../../ui/fields/admin-fields.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { BookingFacts } from '../bookings/booking-facts.tsx'
import { type Choice, choiceFor } from './booking-choices.ts'
import styles from './schedule.module.css'
import type { AffectedBookingsState } from './use-affected-bookings.ts'

export type AffectedWords = {
  /** Where the bookings are, 'in questo periodo'. */
  where: string
  /** The record that is saved, with its article. */
  saved: string
  /** Says that it is saved. */
  title: string
}

export const CLOSURE_WORDS: AffectedWords = {
  where: 'in questo periodo',
  saved: 'la chiusura',
  title: 'La chiusura è salvata',
}

type AffectedBookingsProps = { affected: AffectedBookingsState; words: AffectedWords }

/** The bookings that a closure or changed hours affect, with a choice for each. */
export function AffectedBookings({ affected, words: { where, saved } }: AffectedBookingsProps) {
  const { id, query, count, choices, setChoices } = affected
  const { data, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? []

  const choose = (booking: StaffBooking, choice: Choice) =>
    setChoices({ ...choices, exceptions: new Map(choices.exceptions).set(booking.id, choice) })

  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} aria-live="polite" className={'text-m empty-hidden'}>
        {`${count === 1 ? `Una prenotazione ${where}` : ''}${count > 1 ? `${count} prenotazioni ${where}` : ''}`}
      </h3>
      {!data && isError && (
        <p className={`danger text-s ${styles.failure}`}>
          Non è stato possibile leggere le prenotazioni di questo periodo.{' '}
          <button type="button" onClick={() => refetch()}>
            Riprova
          </button>
        </p>
      )}
      {bookings.length > 0 && (
        <p className="muted text-s">
          {`Le scelte valgono da quando salvi ${saved}. Chi viene disdetto riceve un’email; chi lasci resta in agenda.`}
        </p>
      )}
      {count > 1 && (
        <SelectField
          label="Per tutte"
          value={choices.forAll}
          onChange={(event) => setChoices({ forAll: event.target.value as Choice, exceptions: new Map() })}
        >
          <ChoiceOptions />
        </SelectField>
      )}
      {bookings.length > 0 && (
        <ul className="grid gap-2">
          {bookings.map((booking) => (
            <li
              key={booking.id}
              className={`grid gap-x-4 gap-y-2 min-w-0 items-center p-3 border rounded-m ${styles.entry}`}
            >
              <label htmlFor={`${id}-${booking.id}`}>
                <BookingFacts booking={booking} />
              </label>
              <Select
                id={`${id}-${booking.id}`}
                value={choiceFor(choices, booking)}
                onChange={(event) => choose(booking, event.target.value as Choice)}
              >
                <ChoiceOptions />
              </Select>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <LoadMore isLoading={isFetchingNextPage} hasFailed={isFetchNextPageError} onReached={fetchNextPage} />
      )}
    </section>
  )
}

/** In a panel's footer: how many bookings staff have not decided about, as a link to their list. */
export function UndecidedBookings({ affected: { id, undecided } }: { affected: AffectedBookingsState }) {
  if (undecided === 0) return null
  const show = () => {
    const title = document.getElementById(id)!
    title.scrollIntoView({ block: 'start' })
    title.focus({ preventScroll: true })
  }
  return (
    <p className={styles.undecided}>
      <button type="button" onClick={show}>
        {`${undecided === 1 ? 'Una prenotazione' : `${undecided} prenotazioni`}: decidi prima`}
      </button>
    </p>
  )
}

const ChoiceOptions = () => (
  <>
    <option value="leave">Lascia</option>
    <option value="reschedule">Sposta</option>
    <option value="cancel">Disdici</option>
  </>
)
