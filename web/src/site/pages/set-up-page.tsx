import type { SetUpPage as SetUpData } from '@prenoto/core/pages/page-data.ts'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { type OpenedBusiness, SetUpForm } from '../features/set-up/set-up-form.tsx'
import card from './staff/staff-card.module.css'

const TITLE = 'set-up-title'

/** The one page of an installation without a business. */
export function SetUpPage({ setUp }: { setUp: SetUpData }) {
  const [opened, setOpened] = useState<OpenedBusiness | undefined>('logIn' in setUp ? setUp : undefined)
  if (opened) return <OpenedCard host={setUp.host} {...opened} />
  return (
    <main className={card.page}>
      <div className={card.card}>
        <div className={card.head}>
          <h1 id={TITLE} className={card.title}>
            Prenoto è installato
          </h1>
          <p className={card.text}>
            Apri qui la prima attività: entri subito, e ti guidiamo in sei passi fino alla prima prenotazione.
          </p>
        </div>
        <SetUpForm
          host={setUp.host}
          begun={'form' in setUp ? setUp.form : undefined}
          labelledBy={TITLE}
          onOpened={setOpened}
        />
      </div>
    </main>
  )
}

function OpenedCard({ host, domain, logIn }: OpenedBusiness & { host: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current!.focus(), [])
  return (
    <main className={card.page}>
      <div className={card.card}>
        <div className={card.head}>
          <h1 ref={title} className={card.title} tabIndex={-1}>
            La tua attività è aperta
          </h1>
          <p className={card.text}>
            Continua all’indirizzo che hai scelto: entra con la tua email e la tua password, e ti guidiamo in sei passi.
          </p>
        </div>
        <ButtonLink href={logIn}>{`Apri ${logIn}`}</ButtonLink>
        <div className={card.head}>
          <p className={card.text}>
            Non si apre? Il dominio deve portare a questo server, con HTTPS. Intanto, sul server, questo comando apre
            l’attività anche qui:
          </p>
          <p>
            <code>{`prenoto tenant add-domain ${domain} ${host}`}</code>
          </p>
        </div>
      </div>
    </main>
  )
}
