import { getInitial } from '@prenoto/core/configuration/initial.ts'
import type { Provider, RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { SIGN_UP_FORM } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { CalendarCheck, CalendarDays, Globe, MailCheck, ShieldCheck, Smartphone } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from '../../features/sign-up/sign-up.module.css'
import { SignUpSection } from '../../features/sign-up/sign-up-form.tsx'
import home from '../home-page.module.css'

type SignUpHomePageProps = { domain: string; provider: Provider; form: RefusedForm | undefined }

/** The features of a business's site and back office. */
const FEATURES = [
  {
    Icon: Globe,
    title: 'Un sito con il tuo nome',
    text: 'Servizi, prezzi, orari, foto e contatti, con i tuoi colori e il tuo logo. I clienti non devono registrarsi.',
  },
  {
    Icon: CalendarCheck,
    title: 'Prenotazioni a ogni ora',
    text: 'Il cliente sceglie servizio, persona, giorno e ora tra i posti liberi davvero. Lo stesso posto non va mai a due persone.',
  },
  {
    Icon: CalendarDays,
    title: 'Un’agenda per tutti',
    text: 'Giorno, settimana e mese; più persone o stanze; ferie, festività e aperture straordinarie. Prenoti anche tu, per chi telefona.',
  },
  {
    Icon: MailCheck,
    title: 'Email che partono da sole',
    text: 'Conferme, promemoria, spostamenti e disdette. Se si libera un posto, lo offriamo a chi è in lista d’attesa.',
  },
  {
    Icon: Smartphone,
    title: 'Dal telefono e dal computer',
    text: 'Non c’è niente da installare, né per te né per i clienti.',
  },
  {
    Icon: ShieldCheck,
    title: 'I dati restano tuoi',
    text: 'Nelle pagine non ci sono pubblicità né servizi di terzi. Esporti clienti e prenotazioni quando vuoi.',
  },
]

/** Explains the service to owners, who open a business with its form. */
export const SignUpHomePage = ({ domain, provider, form }: SignUpHomePageProps) => (
  <>
    <section className={home.hero} aria-labelledby="welcome-title">
      <div className={home.field}>
        <span className={home.shape} aria-hidden="true">
          {getInitial(provider.name)}
        </span>
        <h1 id="welcome-title" className={home.name}>
          Le prenotazioni della tua attività, online
        </h1>
        <div className={home.invitation}>
          <p className={home.text}>
            Per chi lavora su appuntamento: parrucchieri, centri estetici, fisioterapisti, studi. I clienti prenotano da
            soli, tu trovi tutto in agenda.
          </p>
          <ButtonLink href={`#${SIGN_UP_FORM}`} target="_self">
            Apri la tua attività
          </ButtonLink>
        </div>
      </div>
    </section>
    <section aria-labelledby="features-title">
      <h2 id="features-title" className={`${home.sectionTitle} ${styles.title}`}>
        Che cosa trovi
      </h2>
      <ul className={styles.features}>
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className={styles.feature}>
            <span className={styles.icon} aria-hidden="true">
              <Icon size={22} />
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.limits}>
        Che cosa non fa: non incassa pagamenti, non emette scontrini e non manda pubblicità ai tuoi clienti.
      </p>
    </section>
    <SignUpSection domain={domain} provider={provider} begun={form} />
  </>
)
