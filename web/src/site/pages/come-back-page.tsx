import { comeBackPath } from '@prenoto/core/come-back/come-back-address.ts'
import { COME_BACK_WEEKS } from '@prenoto/core/come-back/come-back-schema.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { BellRing, SearchX } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import fieldStyles from '../../ui/field.module.css'
import { StatusPage } from './status-page.tsx'

type ComeBackPageProps = { hiddenId: string; comeBack: NonNullable<PageData['comeBack']> | null }

const { least, most } = COME_BACK_WEEKS
const WEEKS = Array.from({ length: most - least + 1 }, (_, i) => least + i)

/** A customer asks to be reminded some weeks after a visit, or cancels that. Works without scripts. */
export function ComeBackPage({ hiddenId, comeBack }: ComeBackPageProps) {
  if (!comeBack)
    return (
      <StatusPage
        Icon={SearchX}
        title="Questo link non è più valido"
        text={<p>La prenotazione non c’è più, oppure il link non è completo.</p>}
      >
        <ButtonLink href={paths.services}>Guarda i servizi</ButtonLink>
      </StatusPage>
    )
  const back = (
    <ButtonLink look="quiet" href={paths.visit(hiddenId)}>
      Torna alla prenotazione
    </ButtonLink>
  )
  if (comeBack.dueOn)
    return (
      <StatusPage
        Icon={BellRing}
        tone="success"
        title="Te lo ricordiamo noi"
        text={
          <p>
            <span>{'Ti scriviamo una volta, '}</span>
            <strong translate="no">{formatDay(comeBack.dueOn)}</strong>
            <span>, con tre orari liberi. Se prenoti prima, non ti scriviamo.</span>
          </p>
        }
      >
        <form method="post" action={`${comeBackPath(hiddenId)}/cancel`}>
          <Button type="submit" look="quiet">
            Non ricordarmelo
          </Button>
        </form>
        {back}
      </StatusPage>
    )
  return (
    <StatusPage
      Icon={BellRing}
      title="Ricordami di tornare"
      text={<p>Ti scriviamo un’email, una volta sola, con tre orari liberi come quelli che scegli di solito.</p>}
    >
      <form method="post" action={`${comeBackPath(hiddenId)}/ask`} className="grid gap-3">
        <label className="grid gap-1">
          <span>Dopo la visita, tra</span>
          <select name="weeks" defaultValue={comeBack.weeks} className={fieldStyles.input}>
            {WEEKS.map((weeks) => (
              <option key={weeks} value={weeks}>
                {weeks === 1 ? '1 settimana' : `${weeks} settimane`}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">Ricordamelo</Button>
      </form>
      {back}
    </StatusPage>
  )
}
