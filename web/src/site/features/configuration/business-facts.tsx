import { type OpenNow, openNow } from '@prenoto/core/availability/open-now.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { type Contact, listContacts } from '@prenoto/core/configuration/contacts.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { ChevronDown } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { localTime } from '../../../lib/local-time.ts'
import styles from './business-facts.module.css'
import { CONTACT_ICONS } from './contact-icons.ts'

/** How often an open page checks whether the business has opened or closed, milliseconds. */
const CHECK_INTERVAL = 20_000

export type Hours = NonNullable<PageData['hours']>
type BusinessFactsProps = {
  configuration: Configuration
  hours?: Hours
  today: PlainDate
  contacts?: readonly Contact['channel'][]
}

export const PLACE_AND_PHONE = ['address', 'telephone'] as const

/** Opening hours and contacts of the business. */
export function BusinessFacts({ configuration, hours, today, contacts = ['address'] }: BusinessFactsProps) {
  return (
    <div className={styles.facts}>
      {hasHours(hours) && <OpeningHours hours={hours} today={today} timeZone={configuration.time_zone} />}
      {contacts
        .flatMap((wanted) => listContacts(configuration).filter(({ channel }) => channel === wanted))
        .map(({ channel, href, text }) => {
          const Icon = CONTACT_ICONS[channel]
          return (
            <a key={channel} href={href} className={styles.fact}>
              <Icon size={18} aria-hidden="true" />
              <span translate="no">{text}</span>
            </a>
          )
        })}
    </div>
  )
}

const nowIn = (timeZone: string) => {
  const { date, time } = localTime(timeZone)
  return { date, minutes: toMinuteOfDay(time) }
}

function OpeningHours({ hours, today, timeZone }: { hours: Hours; today: PlainDate; timeZone: string }) {
  const [{ isOpen, next }, setNow] = useState<OpenNow>(hours.now)

  useEffect(() => {
    const update = () => setNow(openNow(hours.days, nowIn(timeZone)))
    update()
    const interval = setInterval(update, CHECK_INTERVAL)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(interval)
      document.removeEventListener('visibilitychange', update)
    }
  }, [hours, timeZone])

  return (
    <details className={styles.hours}>
      <summary className={isOpen ? `${styles.fact} ${styles.open}` : styles.fact}>
        <span className={styles.dot} aria-hidden="true" />
        <span>
          <strong>{isOpen ? 'Aperto ora' : 'Chiuso'}</strong>
          <span>{next && ` · ${next}`}</span>
        </span>
        <ChevronDown size={18} aria-label="Tutti gli orari" className={styles.chevron} />
      </summary>
      <div className={styles.more}>
        <WeekHours hours={hours} today={today} />
      </div>
    </details>
  )
}

export const hasHours = (hours: Hours | undefined): hours is Hours => (hours?.lists.length ?? 0) > 0

/** The opening hours of the coming days. */
export const WeekHours = ({ hours, today }: { hours: Hours; today: PlainDate }) =>
  hours.lists.map(({ title, days }) => (
    <Fragment key={title}>
      {title && <p className={styles.weekTitle}>{title}</p>}
      <dl className={styles.week}>
        {days.map(({ date, name, hours }) => (
          <div key={date} className={date === today ? styles.today : undefined}>
            <dt>{name}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
    </Fragment>
  ))
