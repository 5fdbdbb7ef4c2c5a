import { DEVICE_DAYS, FORGOTTEN, LINK_MINUTES, type MyBookings } from '@prenoto/core/my-bookings/my-bookings.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LinkForm } from '../features/my-bookings/link-form.tsx'
import styles from '../features/my-bookings/my-bookings.module.css'
import { VisitList } from '../features/my-bookings/visit-list.tsx'
import messages from '../ui/messages.module.css'
import { TEXTS_STATE } from '../ui/texts-state.ts'

/** The token in the address of a link. */
const getToken = (path: string) => path.split('/')[2]

const listPath = (link: string | undefined) => (link === undefined ? paths.myBookings : `${paths.myBookings}/${link}`)

export const content = ({ path, myBookings, contact }: PageData) =>
  myBookings ? (
    <MyBookingsPage bookings={myBookings} link={getToken(path)} />
  ) : (
    <RequestPage isExpired={getToken(path) !== undefined} begun={contact} />
  )

const TITLE_ID = 'my-bookings-title'

const Title = () => (
  <h1 id={TITLE_ID} className={styles.title}>
    Le mie prenotazioni
  </h1>
)

/** Asks for the e-mail address. */
function RequestPage({ isExpired, begun }: { isExpired: boolean; begun: PageData['contact'] }) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Title />
        <p id={FORGOTTEN.slice(1)} className={`${messages.message} ${messages.targeted}`}>
          Fatto: per vedere le tue prenotazioni da qui serve di nuovo il link nell’email.
        </p>
        {isExpired && (
          <p className={`${messages.message} ${messages.warning}`}>
            {`Il link non vale più: dura ${LINK_MINUTES} minuti. Chiedine un altro.`}
          </p>
        )}
        <p className={styles.text}>
          {`Scrivi l’email con cui hai prenotato: ti mandiamo un link per vedere le tue prenotazioni. Vale ${LINK_MINUTES} minuti.`}
        </p>
      </div>
      <LinkForm begun={begun} titleId={TITLE_ID} />
    </div>
  )
}

/** The visits of a mailbox. Its buttons work without scripts. */
function MyBookingsPage({ bookings, link }: { bookings: MyBookings; link: string | undefined }) {
  const { upcoming, past, has_more } = bookings
  const showsNames = new Set([...upcoming, ...past].map(({ name }) => name.toLowerCase())).size > 1
  return (
    <div className={styles.page}>
      <Title />
      <section className={styles.section} aria-labelledby="upcoming-title">
        <h2 id="upcoming-title" className="text-l">
          In arrivo
        </h2>
        {upcoming.length > 0 ? (
          <VisitList visits={upcoming} showsNames={showsNames} />
        ) : (
          <p className={styles.text}>Non hai visite in arrivo.</p>
        )}
        <div className={styles.actions}>
          <ButtonLink href={paths.services}>Prenota</ButtonLink>
        </div>
      </section>
      {past.length > 0 && (
        <section className={styles.section} aria-labelledby="past-title">
          <h2 id="past-title" className="text-l">
            Passate e disdette
          </h2>
          <VisitList visits={past} isPast showsNames={showsNames} />
          {has_more && <p className={styles.text}>{`Sono le ${past.length} più recenti.`}</p>}
        </section>
      )}
      <TextMessages texts={bookings.texts} link={link} />
      <Devices bookings={bookings} link={link} />
    </div>
  )
}

/** Whether the customer gets text messages; empty for customers who were never asked. */
function TextMessages({ texts, link }: { texts: MyBookings['texts']; link: string | undefined }) {
  if (!texts) return null
  return (
    <section className={`${styles.section} ${styles.aside}`} aria-labelledby="texts-title">
      <h2 id="texts-title" className="text-l">
        Messaggi al cellulare
      </h2>
      <p className={styles.text}>{TEXTS_STATE[texts]}</p>
      {texts === 'wanted' && (
        <ActionForm action={`${listPath(link)}/stop-messages`} label="Non voglio più questi messaggi" />
      )}
    </section>
  )
}

function Devices({ bookings, link }: { bookings: MyBookings; link: string | undefined }) {
  const { is_remembered, devices } = bookings
  return (
    <section className={`${styles.section} ${styles.aside}`} aria-labelledby="device-title">
      <h2 id="device-title" className="text-l">
        Questo dispositivo
      </h2>
      <p className={styles.text}>
        {is_remembered
          ? `È ricordato: apri questa pagina senza email fino a ${DEVICE_DAYS} giorni dall’ultima volta.`
          : `Se è solo tuo, puoi farlo ricordare: apri questa pagina senza email fino a ${DEVICE_DAYS} giorni dall’ultima volta.`}
      </p>
      <div className={styles.actions}>
        {!is_remembered && link !== undefined && (
          <ActionForm action={`${listPath(link)}/remember`} label="Ricorda questo dispositivo" look="soft" />
        )}
        {is_remembered && <ActionForm action={`${paths.myBookings}/forget`} label="Esci" />}
        {devices > 0 && <ActionForm action={`${listPath(link)}/forget-all`} label="Esci da tutti i dispositivi" />}
      </div>
    </section>
  )
}

type ActionFormProps = { action: string; label: string; look?: 'soft' | 'quiet' }

const ActionForm = ({ action, label, look = 'quiet' }: ActionFormProps) => (
  <form method="post" action={action}>
    <Button type="submit" look={look}>
      {label}
    </Button>
  </form>
)
