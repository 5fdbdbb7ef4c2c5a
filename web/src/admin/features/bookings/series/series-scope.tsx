import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import styles from '../bookings.module.css'
import { positionInSeries, seriesQuery } from '../series.queries.ts'

type SeriesScopeProps = { booking: StaffBooking; isFollowing: boolean; onChange: (isFollowing: boolean) => void }

/** Choice between one visit and all that follow it. Renders nothing for the last visit. */
export function SeriesScope({ booking, isFollowing, onChange }: SeriesScopeProps) {
  const name = useId()
  const { data: visits } = useQuery(seriesQuery(booking.id))
  const { following } = positionInSeries(visits, booking)
  if (following === 0) return null
  const choices = [
    { value: false, text: 'Solo questa' },
    { value: true, text: andFollowing(following) },
  ]
  return (
    <fieldset className="flex bare gap-x-5 flex-wrap">
      <legend className={styles.legend}>Che cosa vuoi modificare?</legend>
      {choices.map(({ value, text }) => (
        <label key={text} className="row gap-2 touch">
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={isFollowing === value}
            onChange={() => onChange(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** 'Questa e la successiva', 'Questa e le 3 successive' */
export const andFollowing = (following: number) =>
  following === 1 ? 'Questa e la successiva' : `Questa e le ${following} successive`
