import { retentionSchema } from '@prenoto/core/configuration/site-schema.ts'
import { type Removed, retentionMonths } from '@prenoto/core/retention/retention.endpoints.ts'
import { type RetentionKind, retentionKinds, retentionRows } from '@prenoto/core/retention/retention-periods.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { fieldsOf } from '../../ui/forms/admin-form.ts'
import { DraftOffer, EditConflictNotice, OutdatedHint } from '../../ui/forms/form-notices.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { SITE_LABELS } from '../configuration/site-fields.tsx'
import { useSiteSection } from '../settings/site-section.tsx'
import { restrictedCustomersQuery, retentionQuery } from './retention.queries.ts'
import styles from './retention-form.module.css'

/** How long data are kept: the retention of customers, the fixed periods and the last run. */
export function RetentionForm() {
  const section = useSiteSection({ schema: retentionSchema, draftName: 'retention', mode: 'onSubmit' })
  const { form, save, editConflict, draft } = section
  const { isDirty, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, name: 'app_retention_months' })
  const configuration = useConfiguration()
  return (
    <div className={styles.retention}>
      <FormProvider {...form}>
        <form
          method="dialog"
          noValidate
          className={styles.form}
          onSubmit={save}
          aria-label="Conservazione dei dati"
          {...draft.watch}
        >
          <DraftOffer draft={draft} />
          <FieldGroup
            title="Conservazione dei dati"
            note="Chi non viene più da tempo perde nome, email, telefono e note; le sue visite restano nei conti, senza nome. Succede ogni notte, dopo le 3, e non si può annullare."
          >
            <NumberField
              label={SITE_LABELS.app_retention_months}
              required
              hint="Mesi dall’ultima visita, da 6 a 120; 0 per non farlo mai. Restano i clienti bloccati, quelli con il trattamento limitato e chi ha una richiesta o un posto in lista d’attesa."
              {...fieldsOf(form)('app_retention_months', { valueAsNumber: true })}
            />
          </FieldGroup>
          <EditConflictNotice editConflict={editConflict} />
          <Forecast months={typed} />
          <OutdatedHint editConflict={editConflict} />
          <div className={styles.actions}>
            <Button type="submit" look="soft" loading={isSubmitting} disabled={!isDirty}>
              Salva la conservazione
            </Button>
          </div>
        </form>
      </FormProvider>
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
      <RestrictedCustomers />
      <div className={styles.links}>
        <Link to={adminPaths.processingRegister} className={styles.link}>
          Registro dei trattamenti
        </Link>
        <Link to={adminPaths.processorAgreement} className={styles.link}>
          Accordo sul trattamento dei dati
        </Link>
      </div>
    </div>
  )
}

/** The number of customers that the typed months would anonymise today. Always rendered, so that it is announced. */
function Forecast({ months }: { months: number | undefined }) {
  const asked = Number(useDebounced(String(months)))
  const isValid = retentionMonths.safeParse(asked).success
  const { data, isError, isPlaceholderData } = useQuery({ ...retentionQuery(asked), enabled: isValid && asked > 0 })
  const forecast = () => {
    if (!isValid) return ''
    if (asked === 0) return 'I clienti restano finché qualcuno non li cancella.'
    if (isError) return 'Non è stato possibile contare i clienti.'
    return data && !isPlaceholderData ? forecastText(data.customers) : ''
  }
  return (
    <p role="status" className={styles.forecast}>
      {forecast()}
    </p>
  )
}

function forecastText(customers: number) {
  if (customers === 0) return 'Oggi non verrebbe reso anonimo nessun cliente.'
  if (customers === 1) return 'Oggi verrebbe reso anonimo 1 cliente.'
  return `Oggi verrebbero resi anonimi ${customers} clienti.`
}

/** Links to the customers whose processing is restricted, who are in no other list. */
function RestrictedCustomers() {
  const { data: customers = [], isError } = useQuery(restrictedCustomersQuery)
  if (isError)
    return <p className={styles.quiet}>Non è stato possibile leggere i clienti con il trattamento limitato.</p>
  if (customers.length === 0) return null
  return (
    <div>
      <h3 className={styles.restrictedTitle}>Clienti con il trattamento limitato</h3>
      <ul>
        {customers.map(({ id, name, surname, restricted_at }) => (
          <li key={id}>
            <Link to={adminPaths.customer(id)} className={styles.link}>
              {`${name} ${surname}`}
            </Link>{' '}
            <span className={styles.quiet}>{`dal ${restricted_at.slice(0, 10).replaceAll('-', '/')}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LastRun({ months }: { months: number }) {
  const { data, isError } = useQuery(retentionQuery(months))
  if (isError && !data) return <p className={styles.quiet}>Non è stato possibile leggere l’ultima pulizia.</p>
  if (!data) return null
  const { last_run, last_removal } = data
  return (
    <p className={styles.quiet}>
      {`${last_run ? `Ultima pulizia: ${formatDate(last_run)}.` : 'La pulizia non è ancora stata fatta.'}${last_removal ? ` Il ${describeInstant(last_removal.at)} ha tolto ${describeRemoved(last_removal.removed)}.` : ''}`}
    </p>
  )
}

/** '21-11-2026 03:04' → '21/11/2026 alle 03:04' */
const describeInstant = (at: string) => at.replaceAll('-', '/').replace(' ', ' alle ')

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
