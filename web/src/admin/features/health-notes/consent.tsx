import { type HealthSummary, healthConsentSchema } from '@prenoto/core/health-notes/health-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { inWords } from '../../lib/formats.ts'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { fieldRegister, showFieldProblems, useAdminForm, useField } from '../../ui/forms/admin-form.ts'
import { useToday } from '../configuration/use-today.ts'
import { Confirmation } from '../customers/confirmation.tsx'
import { countRecords } from './health-format.ts'
import styles from './health-notes.module.css'
import { useEraseHealthData, useRecordConsent, useWithdrawConsent } from './health-notes.queries.ts'

type ConsentProps = { customerId: number; summary: HealthSummary }

const METHODS = { paper: 'Su carta, firmato', screen: 'Sullo schermo, qui da noi' }

/** The customer's consent to the processing of health data: recorded, given or withdrawn. */
export function Consent({ customerId, summary }: ConsentProps) {
  const { consent, withdrawn_at } = summary
  if (consent) return <GivenConsent customerId={customerId} summary={summary} consent={consent} />
  return (
    <>
      {withdrawn_at ? (
        <WithdrawnConsent customerId={customerId} summary={summary} withdrawnAt={withdrawn_at} />
      ) : (
        <p>Prima di scrivere note serve il consenso esplicito del cliente al trattamento dei dati sulla salute.</p>
      )}
      <ConsentForm customerId={customerId} />
    </>
  )
}

type GivenConsentProps = ConsentProps & { consent: NonNullable<HealthSummary['consent']> }

function GivenConsent({
  customerId,
  summary,
  consent: { given_on, method, recorded_at, recorded_by },
}: GivenConsentProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate: withdraw, isPending } = useWithdrawConsent(customerId)
  const records = countRecords(summary)
  return (
    <>
      <div className={`grid gap-x-3 gap-y-2 items-start break-words ${styles.consent}`}>
        <ShieldCheck size={18} aria-hidden="true" className="success" />
        <p>
          {`Consenso dato ${formatDate(given_on)}. ${METHODS[method]}; registrato da ${recorded_by} il ${inWords(recorded_at)}.`}
        </p>
        <Button look="quiet" aria-expanded={isConfirming} onClick={() => setIsConfirming(!isConfirming)}>
          Revoca il consenso
        </Button>
      </div>
      {isConfirming && (
        <Confirmation
          title="Il cliente ha revocato il consenso?"
          confirmText="Registra la revoca"
          isPending={isPending}
          onConfirm={() => withdraw(undefined, { onError: reportFailure })}
          onCancel={() => setIsConfirming(false)}
        >
          <p>
            {`Non si potranno aggiungere note.${records ? ` Quello che c’è (${records}) resta nascosto finché non lo elimini o il cliente acconsente di nuovo.` : ''}`}
          </p>
        </Confirmation>
      )}
    </>
  )
}

function WithdrawnConsent({ customerId, summary, withdrawnAt }: ConsentProps & { withdrawnAt: string }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate: erase, isPending } = useEraseHealthData(customerId)
  const records = countRecords(summary)
  return (
    <>
      <div className={`grid gap-x-3 gap-y-2 items-start break-words ${styles.consent}`}>
        <ShieldAlert size={18} aria-hidden="true" className="danger" />
        <p>{`Consenso revocato il ${inWords(withdrawnAt)}. ${records ? `Nascosto: ${records}.` : ''}`}</p>
        {records && (
          <Button look="danger" aria-expanded={isConfirming} onClick={() => setIsConfirming(!isConfirming)}>
            Elimina tutto
          </Button>
        )}
      </div>
      {isConfirming && records && (
        <Confirmation
          title={`Eliminare per sempre ${records}?`}
          confirmText="Elimina per sempre"
          isPending={isPending}
          onConfirm={() => erase(undefined, { onError: reportFailure })}
          onCancel={() => setIsConfirming(false)}
        >
          <p>Non si può annullare.</p>
        </Confirmation>
      )}
    </>
  )
}

function ConsentForm({ customerId }: { customerId: number }) {
  const today = useToday()
  const form = useAdminForm(healthConsentSchema, { given_on: today as string, method: 'paper' as const })
  const { mutateAsync: record } = useRecordConsent(customerId)
  const save = form.handleSubmit(async (body) => {
    try {
      await record(body)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })
  return (
    <form
      method="dialog"
      noValidate
      className="stack gap-2"
      aria-label="Consenso al trattamento dei dati sulla salute"
      onSubmit={save}
    >
      <DateField label="Data del consenso" required {...useField({ control: form.control, name: 'given_on' })} />
      <SelectField label="Come è stato dato" required {...fieldRegister(form)('method')}>
        {Object.entries(METHODS).map(([method, text]) => (
          <option key={method} value={method}>
            {text}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-3 flex-wrap justify-end">
        <Button type="submit" look="soft" loading={form.formState.isSubmitting}>
          Registra il consenso
        </Button>
      </div>
    </form>
  )
}
