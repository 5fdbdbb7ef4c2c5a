import type { Provider } from '@prenoto/core/pages/page-data.ts'
import { TERMS_VERSION } from '@prenoto/core/sign-up/sign-up-pages.ts'
import styles from '../page-title.module.css'

type TermsPageProps = { domain: string; provider: Provider }

/** Terms and privacy text for owners; a change of their meaning needs a new `TERMS_VERSION`. Works without scripts. */
export function TermsPage({ domain, provider }: TermsPageProps) {
  const contact = <a href={`mailto:${provider.email}`}>{provider.email}</a>
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>Condizioni e privacy</h1>
      <div className={styles.prose}>
        <h2>Condizioni del servizio</h2>
        <p>
          <span>{`Il servizio è di ${provider.name}, che risponde a `}</span>
          {contact}
          <span>{`. Comprende un sito di prenotazione per la tua attività, a un indirizzo che finisce in ${domain}, e un’area riservata per gestirlo.`}</span>
        </p>
        <ul>
          <li>Apri un’attività solo se è tua o se ne hai l’incarico, con dati veri.</li>
          <li>Rispondi di quello che pubblichi e dei dati dei clienti che inserisci.</li>
          <li>Da questa pagina non si paga nulla. Se il servizio ha un costo, te lo diciamo prima di chiederlo.</li>
          <li>Possiamo sospendere un’attività usata per ingannare, molestare o violare la legge.</li>
          <li>
            <span>{'Puoi chiudere quando vuoi: scrivi a '}</span>
            {contact}
            <span>
              . Ti consegniamo i tuoi dati, poi li cancelliamo. Possiamo chiudere un’attività che dopo 30 giorni non ha
              completato i primi passi.
            </span>
          </li>
          <li>L’indirizzo resta tuo finché l’attività è aperta; poi non va a nessun altro per almeno 90 giorni.</li>
        </ul>

        <h2>Informativa sulla privacy</h2>
        <p>
          <span>{`Titolare del trattamento dei dati che ci dai qui è ${provider.name}, `}</span>
          {contact}
          <span>.</span>
        </p>
        <ul>
          <li>
            Quali dati: il nome e l’indirizzo dell’attività e la tua email, per aprirla e gestirla come ci chiedi
            (articolo 6, paragrafo 1, lettera b, del GDPR).
          </li>
          <li>
            Finché non confermi, i dati sono solo nel link che ti mandiamo, cifrati. Vale 24 ore; se non lo usi non ci
            resta nulla.
          </li>
          <li>
            Per difenderci dagli abusi (lettera f) contiamo le richieste di ogni indirizzo di rete per dieci minuti, e
            le email mandate a una casella per un giorno, senza conservarne l’indirizzo in chiaro.
          </li>
          <li>Dopo la conferma conserviamo i dati finché l’attività è aperta.</li>
          <li>
            Li trattano per noi solo i fornitori dei server e della posta. Non li vendiamo e non facciamo profili.
          </li>
          <li>
            Puoi chiederci accesso, rettifica, cancellazione, limitazione e portabilità, opporti, e fare reclamo al
            Garante per la protezione dei dati personali.
          </li>
        </ul>
        <p>
          Dei dati dei tuoi clienti il titolare sei tu, e noi li trattiamo per tuo conto (articolo 28). L’accordo è
          nell’area riservata, tra le impostazioni della privacy.
        </p>
      </div>
      <p className={styles.version}>{`Versione ${TERMS_VERSION}`}</p>
    </article>
  )
}
