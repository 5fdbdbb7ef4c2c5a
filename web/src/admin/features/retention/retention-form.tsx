import { retentionSchema } from '@prenoto/core/configuration/site-schema.ts'
import { type Removed, retentionMonths } from '@prenoto/core/retention/retention.endpoints.ts'
import {
  RETENTION_LIMITS,
  type RetentionKind,
  retentionKinds,
  retentionRows,
} from '@prenoto/core/retention/retention-periods.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { inWords } from '../../lib/formats.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { OptionalNumberField } from '../../ui/fields/optional-number-field.tsx'
import { fieldReference } from '../../ui/forms/admin-form.ts'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { SiteSection, useSiteSection } from '../settings/site-section.tsx'
import { retentionQuery } from './retention.queries.ts'
import styles from './retention-form.module.css'

/** How long data are kept: the retention of customers, the fixed periods and the last run. */
export function RetentionForm() {
  const section = useSiteSection({ schema: retentionSchema, section: 'conservazione', mode: 'onSubmit' })
  const { control } = section.form
  const typed = useWatch({ control, name: 'app_retention_months' })
  const configuration = useConfiguration()
  return (
    <div className="stack gap-4">
      <SiteSection section={section} aria-labelledby="conservazione-title">
        <FieldGroup
          title="Clienti che non vengono più"
          note="Chi non viene più da tempo perde nome, email, telefono e note; le sue visite restano nei conti, senza nome. Succede ogni notte, dopo le 3, e non si può annullare."
        >
          <OptionalNumberField
            {...fieldReference({ control })('app_retention_months')}
            label="Rendi anonimi i clienti"
            hint="Restano i clienti bloccati, quelli con il trattamento limitato e chi ha una richiesta o un posto in lista d’attesa."
            numberLabel="Mesi dall’ultima visita"
            numberHint={`Da ${RETENTION_LIMITS.least} a ${RETENTION_LIMITS.most}.`}
            initial={24}
          />
          <Forecast months={typed} />
        </FieldGroup>
      </SiteSection>
      <table className={styles.periods}>
        <caption>Per quanto tempo restano i dati</caption>
        <tbody>
          {retentionRows(configuration).map(({ data, kept }) => (
            <tr key={data}>
              <th scope="row">{data}</th>
              <td>{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <LastRun months={configuration.app_retention_months} />
    </div>
  )
}

/** The number of customers that the typed months would anonymise today. Always rendered, so that it is announced. */
function Forecast({ months }: { months: number | undefined }) {
  const askedMonths = Number(useDebounced(String(months)))
  const isValid = retentionMonths.safeParse(askedMonths).success
  const { data, isError, isPlaceholderData } = useQuery({
    ...retentionQuery(askedMonths),
    enabled: isValid && askedMonths > 0,
  })
  const forecast = () => {
    if (!isValid) return ''
    if (askedMonths === 0) return 'I clienti restano finché qualcuno non li cancella.'
    if (isError) return 'Non è stato possibile contare i clienti.'
    return data && !isPlaceholderData ? forecastText(data.customers) : ''
  }
  return (
    <p role="status" className={'semibold empty-absolute'}>
      {forecast()}
    </p>
  )
}

function forecastText(customers: number) {
  if (customers === 0) return 'Oggi non verrebbe reso anonimo nessun cliente.'
  if (customers === 1) return 'Oggi verrebbe reso anonimo 1 cliente.'
  return `Oggi verrebbero resi anonimi ${customers} clienti.`
}

function LastRun({ months }: { months: number }) {
  const { data, isError } = useQuery(retentionQuery(months))
  if (isError && !data) return <p className="muted text-s">Non è stato possibile leggere l’ultima pulizia.</p>
  if (!data) return null
  const { last_run, last_removal } = data
  return (
    <p className="muted text-s">
      {`${last_run ? `Ultima pulizia: ${formatDate(last_run)}.` : 'La pulizia non è ancora stata fatta.'}${last_removal ? ` Il ${inWords(last_removal.at)} ha tolto ${describeRemoved(last_removal.removed)}.` : ''}`}
    </p>
  )
}

const KINDS: Record<RetentionKind, [one: string, many: string]> = {
  customers: ['il nome di 1 cliente', 'il nome di # clienti'],
  contact_requests: ['1 richiesta di contatto', '# richieste di contatto'],
  waiting_list_entries: ['1 richiesta in lista d’attesa', '# richieste in lista d’attesa'],
  notifications: ['1 notifica', '# notifiche'],
  messages: ['1 email dall’elenco', '# email dall’elenco'],
  sessions: ['1 accesso scaduto', '# accessi scaduti'],
  idempotency_keys: ['1 ricevuta di invio', '# ricevute di invio'],
  calendar_days: ['1 giorno passato', '# giorni passati'],
  audit_entries: ['1 voce del registro', '# voci del registro'],
  uploads: ['1 immagine non usata', '# immagini non usate'],
  imports: ['1 file importato', '# file importati'],
}

function describeRemoved(removed: Removed) {
  const parts = retentionKinds.flatMap((kind) => {
    const count = removed[kind]
    if (!count) return []
    const [one, many] = KINDS[kind]
    return [count === 1 ? one : many.replace('#', String(count))]
  })
  return new Intl.ListFormat('it').format(parts)
}
