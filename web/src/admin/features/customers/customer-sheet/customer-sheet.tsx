import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { callLink } from '@prenoto/core/fields/telephone.ts'
import { isWithoutEmail, shownEmail } from '@prenoto/core/fields/without-email.ts'
import { Ban, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRight, useMay } from '../../session/session.queries.ts'
import { BlockSwitch } from './block-switch.tsx'
import { Consents } from './consents.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import styles from './customer-sheet.module.css'
import { CustomerVisits } from './customer-visits.tsx'
import { MergeDuplicates } from './merge-duplicates.tsx'
import { PersonalData } from './personal-data.tsx'
import { RestrictionForm } from './restriction.tsx'

type CustomerSheetProps = { customer: CustomerProfile; children: ReactNode }

/** The customer's contacts, notes, visits, consents and actions; `children` precede the consents. */
export function CustomerSheet({ customer, children }: CustomerSheetProps) {
  const mayEdit = useMay('editor')
  const mayRestrict = useMay('admin')
  const mayReadContacts = useHasRight('contacts')
  const { name, surname, blocked_at, also_known_as } = customer
  return (
    <section className="grid gap-5 min-w-0" aria-label={`Scheda di ${name} ${surname}`}>
      <div className="grid gap-1 min-w-0">
        {blocked_at && (
          <p className="row gap-2 danger semibold">
            <Ban size={16} aria-hidden="true" />
            Bloccato: non prenota dal sito
          </p>
        )}
        {mayReadContacts ? (
          <Contacts customer={customer} />
        ) : (
          <p className={styles.quiet}>Email e telefono riservati.</p>
        )}
        {also_known_as.map((duplicate) => (
          <p
            key={`${shownEmail(duplicate.email)} ${duplicate.name} ${duplicate.surname}`}
            className={styles.alsoKnownAs}
          >
            {`Conosciuto anche come ${duplicate.name} ${duplicate.surname}${mayReadContacts ? `, ${shownEmail(duplicate.email)}` : ''}`}
          </p>
        ))}
      </div>
      <div className={styles.columns}>
        <CustomerNotes customer={customer} />
        <CustomerVisits id={customer.id} />
        <div className={styles.column}>
          {children}
          <Consents id={customer.id} />
          {mayEdit && (
            <section
              className={`stack card gap-3 content-start rounded-l ${styles.card}`}
              aria-labelledby="actions-title"
            >
              <h2 id="actions-title" className={`text-m ${styles.title}`}>
                Gestione
              </h2>
              <MergeDuplicates customer={customer} />
              <BlockSwitch customer={customer} />
              {mayRestrict && <RestrictionForm customer={customer} />}
              <PersonalData customer={customer} />
            </section>
          )}
        </div>
      </div>
    </section>
  )
}

function Contacts({ customer: { email, telephone } }: { customer: CustomerProfile }) {
  return (
    <ul className="flex gap-x-5 flex-wrap">
      {telephone && (
        <li>
          <a href={callLink(telephone)} className={`inline-row gap-2 touch tabular-nums break-words ${styles.contact}`}>
            <Phone size={18} aria-hidden="true" />
            <span translate="no">{telephone}</span>
          </a>
        </li>
      )}
      {email && (
        <li>
          {isWithoutEmail(email) ? (
            shownEmail(email)
          ) : (
            <a href={`mailto:${email}`} className={`inline-row gap-2 touch tabular-nums break-words ${styles.contact}`}>
              <Mail size={18} aria-hidden="true" />
              <span translate="no">{email}</span>
            </a>
          )}
        </li>
      )}
    </ul>
  )
}
