import { formatPeriod } from '@prenoto/core/time/format.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import { ButtonChoice } from '../../ui/button-choice.tsx'
import { SidePanel } from '../../ui/panels/side-panel.tsx'
import { ChangedHoursForm, type PlannedHours } from './changed-hours-form.tsx'
import { ClosureForm, WHOLE_DAY } from './closure-form.tsx'
import { LeaveFields } from './leave-fields.tsx'
import styles from './schedule.module.css'
import type { WorkCell } from './work-cells.ts'

/** A calendar's day or week that was chosen in the overview. */
export type Chosen = PlannedHours & { name: string; cell: WorkCell | undefined }

type AbsencePanelProps = { chosen: Chosen | undefined; isOpen: boolean; onClose: () => void }

/** Panel that plans leave or changed hours of one calendar. */
export function AbsencePanel({ chosen, isOpen, onClose }: AbsencePanelProps) {
  return (
    <SidePanel title={chosen ? formatTitle(chosen) : ''} isOpen={isOpen} onClose={onClose}>
      {chosen && <Plan chosen={chosen} onDone={onClose} />}
    </SidePanel>
  )
}

const formatTitle = ({ name, from, to }: Chosen) => `${name}, ${formatPeriod(from, to)}`

const KINDS = [
  ['leave', 'Ferie o permesso'],
  ['hours', 'Orario diverso'],
] as const

function Plan({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const { calendarId, from, to, cell } = chosen
  const [kind, setKind] = useState<'leave' | 'hours'>(cell?.changed ? 'hours' : 'leave')
  return (
    <>
      <div className={`grid gap-2 border-b ${styles.kinds}`}>
        <ButtonChoice legend="Che cosa cambia" options={KINDS} chosen={kind} onChoose={setKind} />
        {cell && cell.closed.length > 0 && (
          <p className="muted text-s">
            <span>{`Già chiuso: ${cell.closed.map(({ reason, hours }) => `${reason} (${hours})`).join(', ')}. Per cambiarlo apri `}</span>
            <Link to={adminPaths.daysOff}>Giorni di chiusura</Link>
            <span>.</span>
          </p>
        )}
      </div>
      {kind === 'leave' ? (
        <ClosureForm
          initialValues={{ day_from: from, day_to: to, ...WHOLE_DAY, reason: 'Ferie', calendar_id: calendarId }}
          draftName={`leave-of-${calendarId} new`}
          page={null}
          TimeFields={LeaveFields}
          onDone={onDone}
        />
      ) : (
        <ChangedHoursForm planned={chosen} hours={cell?.changed} onDone={onDone} />
      )}
    </>
  )
}
