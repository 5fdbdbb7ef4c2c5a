import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { isWithoutEmail, shownEmail } from '@prenoto/core/customers/without-email.ts'
import { Ban, CalendarPlus, Mail, Phone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePlace } from '../lib/router.tsx'
import { useMay } from '../session/session.queries.ts'
import { BlockSwitch } from './block-switch.tsx'
import { Consents } from './consents.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import styles from './customer-sheet.module.css'
import { SHEET } from './customer-sheet-address.ts'
import { CustomerVisits } from './customer-visits.tsx'
import { MergeDoubles } from './merge-doubles.tsx'
import { PersonalData } from './personal-data.tsx'

type CustomerSheetProps = { customer: CustomerProfile; onBook: () => void }

/** Everything the business knows of a customer, and what it can do for them. */
export function CustomerSheet({ customer, onBook }: CustomerSheetProps) {
  const mayCare = useMay('editor')
  const title = useRef<HTMLHeadingElement>(null)
  const { hash, key: arrival } = usePlace()
  useEffect(() => {
    if (arrival && hash === `#${SHEET}`) title.current!.focus()
  }, [hash, arrival])

  const { name, surname, email, telephone, blocked_at, also_known_as } = customer
  return (
    <section id={SHEET} className={styles.sheet} aria-labelledby="customer-name">
      <header className={styles.head}>
        <div className={styles.who}>
          <h2 id="customer-name" ref={title} tabIndex={-1} className={styles.name}>
            {name} {surname}
          </h2>
          {blocked_at && (
            <p className={styles.blocked}>
              <Ban size={16} aria-hidden="true" />
              Bloccato: non prenota dal sito
            </p>
          )}
          <ul className={styles.contacts}>
            {telephone && (
              <li>
                <a href={`tel:${telephone}`} className={styles.contact}>
                  <Phone size={18} aria-hidden="true" />
                  {telephone}
                </a>
              </li>
            )}
            {email && (
              <li>
                {isWithoutEmail(email) ? (
                  shownEmail(email)
                ) : (
                  <a href={`mailto:${email}`} className={styles.contact}>
                    <Mail size={18} aria-hidden="true" />
                    {email}
                  </a>
                )}
              </li>
            )}
          </ul>
          {also_known_as.map((double) => (
            <p key={`${shownEmail(double.email)} ${double.name} ${double.surname}`} className={styles.also}>
              Conosciuto anche come {double.name} {double.surname}, {shownEmail(double.email)}
            </p>
          ))}
        </div>
        <Button aria-haspopup="dialog" onClick={onBook}>
          <CalendarPlus size={18} aria-hidden="true" />
          Prenota
        </Button>
      </header>
      <div className={styles.columns}>
        <CustomerVisits id={customer.id} />
        <div className={styles.column}>
          <CustomerNotes customer={customer} />
          <Consents id={customer.id} />
          {mayCare && (
            <section className={styles.card} aria-labelledby="care-title">
              <h3 id="care-title" className={styles.title}>
                Gestione
              </h3>
              <MergeDoubles customer={customer} />
              <BlockSwitch customer={customer} />
              <PersonalData customer={customer} />
            </section>
          )}
        </div>
      </div>
    </section>
  )
}
