import type { BookingSource } from '@prenoto/core/bookings/booking-source.ts'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import styles from './share.module.css'
import { withSource } from './shared-pages.ts'

type Place = { source: BookingSource; name: string; steps: string[] }

const PLACES: Place[] = [
  {
    source: 'google',
    name: 'Google',
    steps: [
      'Entra in Google con l’account del profilo dell’attività e cerca il nome della tua attività.',
      'Sopra i risultati premi «Prenotazioni»; se non c’è, «Modifica profilo» e poi «Contatti».',
      'Incolla il link tra i link per gli appuntamenti, o come sito web. Google lo mostra dopo un controllo.',
    ],
  },
  {
    source: 'instagram',
    name: 'Instagram',
    steps: [
      'Nell’app apri il tuo profilo e premi «Modifica profilo».',
      'Premi «Link» e poi «Aggiungi link esterno».',
      'Incolla il link e come titolo scrivi «Prenota».',
    ],
  },
]

/** Links that tell the reports where a booking comes from, and how to publish them. */
export const LinksSection = ({ address }: { address: string }) => (
  <section className={styles.part} aria-labelledby="links-title">
    <h3 id="links-title" className="text-m">
      Su Google e Instagram
    </h3>
    <p className="muted">
      Con questi link le statistiche contano da dove arrivano le prenotazioni. Quelle dalla locandina e dal tuo sito si
      contano da sole.
    </p>
    {PLACES.map(({ source, name, steps }) => (
      <div key={source} className="grid gap-3 min-w-0">
        <CopyField
          label={`Link per ${name}`}
          value={withSource(address, source)}
          texts={{
            button: `Copia il link per ${name}`,
            copied: `Link per ${name} copiato.`,
            selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
          }}
        />
        <details>
          <summary className="text-s semibold cursor-pointer">{`Come si mette su ${name}`}</summary>
          <ol className={`text-s ${styles.steps}`}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      </div>
    ))}
  </section>
)
