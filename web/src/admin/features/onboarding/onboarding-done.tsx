import { CircleCheckBig, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { adminPaths, paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { POSTER_SENTENCE, PosterSheet } from '../share/poster.tsx'
import styles from './onboarding.module.css'

const COPY_TEXTS = {
  button: 'Copia il link',
  copied: 'Link copiato.',
  selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
}

/** The end of the onboarding, with the next steps. */
export function OnboardingDone() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  const address = location.origin
  return (
    <div className={`stack card gap-4 w-full justify-items-center rounded-l text-center ${styles.onboardingDone}`}>
      <CircleCheckBig size={44} className="success" aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className="text-l">
        COMPLETATO - La tua configurazione è completa.
      </h2>
      <p className="muted">Il tuo sito è online: i clienti possono già prenotare.</p>
      <div className={`flex gap-3 flex-wrap mt-4 ${styles.links}`}>
        <ButtonLink href={paths.dashboard}>Vai al pannello di amministrazione</ButtonLink>
        <ButtonLink look="quiet" href={paths.home}>
          Visita il tuo nuovo sito
        </ButtonLink>
      </div>
      <section className={`stack gap-4 w-full mt-4 border-t ${styles.next}`} aria-labelledby="next-title">
        <h3 id="next-title" className="text-m">
          E adesso?
        </h3>
        <ol className="stack gap-6">
          <li className={styles.task}>
            <h4>Condividi il link</h4>
            <p>Mettilo sui social, su WhatsApp e nella scheda dell’attività sulle mappe.</p>
            <CopyField label="Link del tuo sito" value={address} texts={COPY_TEXTS} />
          </li>
          <li className={`${styles.task} ${styles.withCode}`}>
            <div>
              <h4>Stampa il codice QR</h4>
              <p>Appendilo in vetrina o alla cassa: chi lo inquadra prenota dal telefono.</p>
              <Button look="quiet" onClick={() => print()}>
                <Printer size={18} aria-hidden="true" />
                Stampa
              </Button>
            </div>
            <QrCode text={address} label={`Codice QR di ${address}`} />
          </li>
          <li className={styles.task}>
            <h4>Fai la prima prenotazione</h4>
            <p>Prenota come farebbe un cliente: vedrai che cosa gli arriva per email, e poi potrai disdire.</p>
            <ButtonLink look="quiet" href={paths.services}>
              Prova a prenotare
            </ButtonLink>
          </li>
          <li className={styles.task}>
            <h4>Trova le risposte</h4>
            <p>Ferie, promemoria, clienti da importare: una pagina breve per ogni cosa da fare.</p>
            <ButtonLink look="quiet" href={adminPaths.guide}>
              Guida
            </ButtonLink>
          </li>
        </ol>
      </section>
      <PosterSheet address={address} sentence={POSTER_SENTENCE} />
    </div>
  )
}
