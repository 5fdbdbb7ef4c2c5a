import type { HealthSummary } from '@prenoto/core/health-notes/health-schema.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SelectField } from '../../ui/fields/admin-fields.tsx'
import { Documents } from './documents.tsx'
import { describeVisit } from './health-format.ts'
import { Notes } from './notes.tsx'

type HealthRecordsProps = { customerId: number; summary: HealthSummary }

/** Notes and documents; what the user adds is about the chosen visit. */
export function HealthRecords({ customerId, summary: { visits } }: HealthRecordsProps) {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(params.get('visita') ?? '')
  const visitId = visits.find(({ id }) => String(id) === chosen)?.id ?? null
  return (
    <>
      {visits.length > 0 && (
        <SelectField
          label="Visita"
          hint="Vale per le note e i documenti che aggiungi."
          value={visitId ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Nessuna in particolare</option>
          {visits.map((visit) => (
            <option key={visit.id} value={visit.id}>
              {describeVisit(visit)}
            </option>
          ))}
        </SelectField>
      )}
      <Notes customerId={customerId} visitId={visitId} />
      <Documents customerId={customerId} visitId={visitId} />
    </>
  )
}
