import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useLayoutEffect, useState } from 'react'
import styles from './zone-notice.module.css'

/** Whether the clocks of this device and of the business differ on a day. */
function isElsewhere(day: PlainDate, timeZone: string) {
  const noon = new Date(`${day}T12:00Z`)
  return noon.toLocaleString('sv') !== noon.toLocaleString('sv', { timeZone })
}

/** Tells a visitor in another time zone whose hours the page shows; the server does not know the zone. */
export function ZoneNotice({ day, timeZone }: { day: PlainDate; timeZone: string }) {
  const [isShown, setIsShown] = useState(false)
  useLayoutEffect(() => setIsShown(isElsewhere(day, timeZone)), [day, timeZone])
  return (
    isShown && (
      <p className={styles.notice}>
        Gli orari sono quelli della nostra sede: sul tuo dispositivo c’è un altro fuso orario.
      </p>
    )
  )
}
