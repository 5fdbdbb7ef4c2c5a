import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Select, SelectField } from '../../ui/fields/admin-fields.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { BookingFacts } from '../bookings/booking-facts.tsx'
import styles from './affected-bookings.module.css'
import { type Choice, type Choices, choiceFor } from './booking-choices.ts'
import { type Affected, affectedBookingsQuery } from './days-off.queries.ts'

type AffectedBookingsProps = {
  /** Undefined while incomplete. */
  affected: Affected | undefined
  /** Where the bookings are. */
  where?: string
  /** The saved record with its article, such as 'la chiusura'. */
  saved?: string
  choices: Choices
  onChange: (choices: Choices) => void
}

/** The bookings that a closure or changed hours affect, with a choice for each. */
export function AffectedBookings({
  affected,
  where = 'in questo periodo',
  saved = 'la chiusura',
  choices,
  onChange,
}: AffectedBookingsProps) {
  const id = useId()
  const { data, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(affectedBookingsQuery(affected))
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? []
  const count = data?.pages[0]?.count ?? 0

  const choose = (booking: StaffBooking, choice: Choice) =>
    onChange({ ...choices, exceptions: new Map(choices.exceptions).set(booking.id, choice) })

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} aria-live="polite" className={styles.title}>
        {`${count === 1 ? `Una prenotazione ${where}` : ''}${count > 1 ? `${count} prenotazioni ${where}` : ''}`}
      </h3>
      {!data && isError && (
        <p className={styles.failure}>
          Non è stato possibile leggere le prenotazioni di questo periodo.{' '}
          <button type="button" onClick={() => refetch()}>
            Riprova
          </button>
        </p>
      )}
      {bookings.length > 0 && (
        <p className={styles.hint}>
          {`Le scelte valgono da quando salvi ${saved}. Chi viene disdetto riceve un’email; chi lasci resta in agenda.`}
        </p>
      )}
      {count > 1 && (
        <SelectField
          label="Per tutte"
          value={choices.forAll}
          onChange={(event) => onChange({ forAll: event.target.value as Choice, exceptions: new Map() })}
        >
          <ChoiceOptions />
        </SelectField>
      )}
      {bookings.length > 0 && (
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <li key={booking.id} className={styles.entry}>
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

const ChoiceOptions = () => (
  <>
    <option value="leave">Lascia</option>
    <option value="reschedule">Sposta</option>
    <option value="cancel">Disdici</option>
  </>
)
