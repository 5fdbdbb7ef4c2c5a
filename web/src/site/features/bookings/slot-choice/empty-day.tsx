import { CHOICE, type ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { use } from 'react'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { useLazyComponent } from '../../../lib/use-lazy-component.ts'
import { ReadFailure } from '../../../ui/read-failure.tsx'
import { ChoiceForm, KeptChoice, type OnChoose } from './choice-form.tsx'
import { nextFreeDay } from './chosen-visit.ts'
import { closureOn, closureText } from './closure-text.ts'
import styles from './slot-choice.module.css'

type EmptyDayProps = {
  service: OfferedService
  calendar: number | undefined
  day: PlainDate
  configuration: Configuration
  onChoose: OnChoose
  /** Called when the day turns out to have a free slot. Without it there is no waiting list, as on rescheduling. */
  onFree?: () => void
}

/** A day without a free slot: links to the next free day, or shows the contacts when there is none. */
export function EmptyDay({ service, calendar, day, configuration, onChoose, onFree }: EmptyDayProps) {
  const services = use(KeptChoice)
  const next = nextFreeDay(service, day)
  const closure = closureOn(service, day)
  return (
    <div className={styles.empty}>
      <div>
        <p>Ci dispiace ma per questa giornata gli slot sono terminati.</p>
        {closure && <p className={styles.closure}>{closureText(closure)}</p>}
      </div>
      {next ? (
        <ChoiceForm preserve={{ calendar }} onChoose={onChoose}>
          <Button type="submit" look="soft" name={CHOICE.day} value={next}>
            {`${next > day ? 'Prossimo' : 'Primo'} giorno libero: ${formatDay(next)}`}
          </Button>
        </ChoiceForm>
      ) : (
        <Contacts configuration={configuration} />
      )}
      {onFree && configuration.app_waiting_list_minutes > 0 && (
        <LazyWaitingList
          key={`${day} ${calendar} ${services.variant} ${services.also}`}
          serviceId={service.id}
          services={services}
          day={day}
          calendar={calendar}
          onFree={onFree}
        />
      )}
    </div>
  )
}

type WaitingProps = {
  serviceId: number
  services: Pick<ChosenVisit, 'variant' | 'also'>
  day: PlainDate
  calendar: number | undefined
  onFree: () => void
}

const loadWaitingList = async () => (await import('../../waiting-list/waiting-list.tsx')).default

/** The waiting list, loaded on demand. It is not a live region, so that typing is not announced. */
function LazyWaitingList(props: WaitingProps) {
  const { Loaded, hasFailed } = useLazyComponent(loadWaitingList)
  return (
    <div className={styles.waiting} aria-live="off">
      {Loaded && <Loaded {...props} />}
      <ReadFailure text={hasFailed ? 'Non siamo riusciti a caricare la lista d’attesa.' : undefined} />
    </div>
  )
}

function Contacts({ configuration }: { configuration: Configuration }) {
  return (
    <>
      <p>Per questo servizio al momento non c’è posto in nessun giorno. Chiedi a noi:</p>
      <ul className={styles.contacts}>
        {listContacts(configuration).map(({ channel, label, text, href }) => (
          <li key={channel}>
            <span>{`${label}: `}</span>
            <a href={href}>{text}</a>
          </li>
        ))}
        <li>
          <a href={`${paths.services}#contact-title`} target="_self">
            Scrivici dal sito
          </a>
        </li>
      </ul>
    </>
  )
}
