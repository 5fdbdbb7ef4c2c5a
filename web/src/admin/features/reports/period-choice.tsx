import { getPeriodKind, type Period, type PeriodKind, periodAround, shiftPeriod } from '@prenoto/core/reports/period.ts'
import { periodQuery } from '@prenoto/core/reports/reports.endpoints.ts'
import { capitalize } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ButtonChoice } from '../../ui/button-choice.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { formatPeriod } from './figures.ts'
import styles from './reports.module.css'

const KINDS: [PeriodKind, string][] = [
  ['month', 'Mese'],
  ['quarter', 'Trimestre'],
  ['year', 'Anno'],
  ['range', 'Date a scelta'],
]

type PeriodChoiceProps = { period: Period; today: PlainDate; onChoose: (period: Period) => void }

/** Chooses a month, quarter, year or custom range, and the previous or next period. */
export function PeriodChoice({ period, today, onChoose }: PeriodChoiceProps) {
  const [isCustom, setIsCustom] = useState(() => getPeriodKind(period) === 'range')
  const kind = isCustom ? 'range' : getPeriodKind(period)

  const choose = (chosen: PeriodKind) => {
    setIsCustom(chosen === 'range')
    // The new period contains today if the old one does, otherwise the old one's first day.
    const day = today >= period.from && today <= period.to ? today : period.from
    if (chosen !== 'range') onChoose(periodAround(day, chosen))
  }

  return (
    <div className="grid gap-4">
      <ButtonChoice legend="Periodo" options={KINDS} chosen={kind} onChoose={choose} />
      {isCustom && <CustomRange period={period} onChoose={onChoose} />}
      <div className={`row gap-2 ${styles.shown}`}>
        <IconButton label="Periodo precedente" Icon={ChevronLeft} onClick={() => onChoose(shiftPeriod(period, -1))} />
        <h2 className="min-w-0 text-l" aria-live="polite">
          {capitalize(formatPeriod(period))}
        </h2>
        <IconButton label="Periodo successivo" Icon={ChevronRight} onClick={() => onChoose(shiftPeriod(period, 1))} />
      </div>
    </div>
  )
}

function CustomRange({ period, onChoose }: Omit<PeriodChoiceProps, 'today'>) {
  const [values, setValues] = useState<{ from: string; to: string }>(period)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [previous, setPrevious] = useState(period)
  if (previous.from !== period.from || previous.to !== period.to) {
    setPrevious(period)
    setValues(period)
  }
  const parsed = periodQuery.safeParse(values)
  const findError = (field: string) =>
    isSubmitted ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (parsed.success) onChoose(parsed.data)
  }

  return (
    <form className={`grid gap-3 ${styles.days}`} onSubmit={submit} noValidate>
      <DateField
        label="Dal"
        value={values.from}
        onChange={(from) => setValues((values) => ({ ...values, from }))}
        error={findError('from')}
      />
      <DateField
        label="Al"
        value={values.to}
        onChange={(to) => setValues((values) => ({ ...values, to }))}
        error={findError('to')}
      />
      <div className={styles.submit}>
        <Button type="submit" look="quiet">
          Mostra
        </Button>
      </div>
    </form>
  )
}
