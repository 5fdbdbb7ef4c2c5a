import { afterVisitPath } from '@prenoto/core/after-visit/after-visit-address.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { Mail, MailX, SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

type AfterVisitPageProps = { hiddenId: string; afterVisit: NonNullable<PageData['afterVisit']> | null }

/** Stops or resumes the messages after visits. Works without scripts. */
export function AfterVisitPage({ hiddenId, afterVisit }: AfterVisitPageProps) {
  if (!afterVisit)
    return (
      <StatusPage
        Icon={SearchX}
        title="Questo link non è più valido"
        text={<p>La prenotazione non c’è più, oppure il link non è completo. Se non vuoi altri messaggi, chiamaci.</p>}
      >
        <ButtonLink look="quiet" href={paths.home}>
          Torna alla home
        </ButtonLink>
      </StatusPage>
    )
  const { isWanted } = afterVisit
  return (
    <StatusPage
      Icon={isWanted ? Mail : MailX}
      title={isWanted ? 'Messaggi dopo la visita' : 'Non ti scriveremo più dopo la visita'}
      text={
        <p>
          {isWanted
            ? 'Il giorno dopo una visita ti mandiamo un grazie e il link per prenotare di nuovo. Se non lo vuoi, fermalo qui.'
            : 'Continuerai a ricevere conferme e promemoria delle tue prenotazioni.'}
        </p>
      }
    >
      <form method="post" action={`${afterVisitPath(hiddenId)}/${isWanted ? 'stop' : 'resume'}`}>
        <Button type="submit" look={isWanted ? undefined : 'quiet'}>
          {isWanted ? 'Non scrivermi più dopo la visita' : 'Scrivetemi di nuovo dopo la visita'}
        </Button>
      </form>
      <ButtonLink look="quiet" href={paths.home}>
        Torna alla home
      </ButtonLink>
    </StatusPage>
  )
}
