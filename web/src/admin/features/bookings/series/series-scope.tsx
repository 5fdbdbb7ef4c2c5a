import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { seriesQuery } from '../series.queries.ts'
import styles from './series.module.css'
import { placeInSeries } from './series-start.ts'

type SeriesScopeProps = { booking: StaffBooking; isFollowing: boolean; onChange: (isFollowing: boolean) => void }

/** Whether a change is to one visit of a series or to all that follow, too. Nothing where none follows. */
export function SeriesScope({ booking, isFollowing, onChange }: SeriesScopeProps) {
  const name = useId()
  const { data: visits } = useQuery(seriesQuery(booking.id))
  const { following } = placeInSeries(visits, booking)
  if (following === 0) return null
  const choices = [
    { value: false, text: 'Solo questa' },
    { value: true, text: andFollowing(following) },
  ]
  return (
    <fieldset className={styles.scope}>
      <legend className={styles.legend}>Che cosa vuoi modificare?</legend>
      {choices.map(({ value, text }) => (
        <label key={text} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={isFollowing === value}
            onChange={() => onChange(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** 'Questa e la successiva', 'Questa e le 3 successive' */
export const andFollowing = (following: number) =>
  following === 1 ? 'Questa e la successiva' : `Questa e le ${following} successive`
