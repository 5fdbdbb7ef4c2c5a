import type { PageFailure, UnansweredForm } from '@prenoto/core/pages/page-data.ts'
import { CloudOff } from 'lucide-react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

type FailurePageProps = { failure: PageFailure; path: string }

const TEXTS: Record<PageFailure['status'], { title: string; text: string }> = {
  429: {
    title: 'Riprova più tardi',
    text: 'Sono arrivate troppe richieste in poco tempo.',
  },
  500: {
    title: 'Qualcosa è andato storto',
    text: 'Non siamo riusciti a mostrarti la pagina. Riprova tra poco: se succede ancora, comunicaci il codice qui sotto.',
  },
  503: {
    title: 'Torniamo tra poco',
    text: 'In questo momento non riusciamo a mostrarti la pagina. Di solito bastano pochi istanti: riprova tra poco.',
  },
}

/** Shown while the server cannot render the page. Works without scripts. */
export function FailurePage({ failure: { status, detail, request_id, again }, path }: FailurePageProps) {
  const { title, text } = TEXTS[status]
  return (
    <StatusPage
      Icon={CloudOff}
      title={title}
      text={
        <>
          <p>{detail ?? text}</p>
          {again && (
            <p>
              {`Quello che hai scritto non è perso: «Riprova» lo invia di nuovo${again.fields.key ? ', e la prenotazione resta una sola' : ''}.`}
            </p>
          )}
          {status === 500 && <p>{`Codice: ${request_id}`}</p>}
        </>
      }
    >
      {again ? (
        <SendAgain {...again} />
      ) : (
        <ButtonLink href={path} target="_self">
          Riprova
        </ButtonLink>
      )}
    </StatusPage>
  )
}

const SendAgain = ({ address, fields }: UnansweredForm) => (
  <form method="post" action={address} target="_self">
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Button type="submit">Riprova</Button>
  </form>
)
