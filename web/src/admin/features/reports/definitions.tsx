import { Fragment } from 'react'
import styles from './reports.module.css'

const DEFINITIONS = [
  ['Prenotazioni', 'Gli appuntamenti del periodo, secondo il giorno della visita; quelli disdetti non ci sono.'],
  ['Visite', 'Gli appuntamenti già cominciati, non disdetti, in cui il cliente si è presentato.'],
  ['Valore delle visite', 'La somma dei prezzi delle visite, come erano al momento della prenotazione.'],
  [
    'Ore occupate',
    'Quanto durano gli appuntamenti non disdetti, rispetto alle ore di apertura: gli orari dei calendari come sono ora, con le aperture straordinarie e senza le chiusure, per ogni posto disponibile insieme.',
  ],
  ['Non presentati', 'Gli appuntamenti segnati come «Non presentato».'],
  ['Nuovi clienti', 'Chi è venuto per la prima volta. Contano le visite, non le prenotazioni.'],
  ['Disdette', 'Le prenotazioni disdette, dal cliente o da voi, il cui giorno era nel periodo.'],
]

const SOURCES = [
  'Da dove arrivano',
  'Il link con cui il cliente ha trovato il sito: quelli per Google, Instagram, locandina e sito tuo sono nelle impostazioni, alla voce «Condividi».',
]

export function Definitions({ hasSources }: { hasSources: boolean }) {
  return (
    <section className="grid gap-3" aria-labelledby="definitions-title">
      <h2 id="definitions-title" className="text-m">
        Che cosa contano queste cifre
      </h2>
      <dl className={styles.definitionList}>
        {[...DEFINITIONS, ...(hasSources ? [SOURCES] : [])].map(([name, meaning]) => (
          <Fragment key={name}>
            <dt className="semibold">{name}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
