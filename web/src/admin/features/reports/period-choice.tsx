import { kindOf, type Period, type PeriodKind, periodAround, shifted } from '@prenoto/core/reports/period.ts'
import { periodQuery } from '@prenoto/core/reports/reports.endpoints.ts'
import { capitalized } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { formatPeriod } from './figures.ts'
import styles from './period-choice.module.css'

const KINDS: [PeriodKind, string][] = [
  ['month', 'Mese'],
  ['quarter', 'Trimestre'],
  ['year', 'Anno'],
  ['range', 'Date a scelta'],
]

type PeriodChoiceProps = { period: Period; today: PlainDate; onChoose: (period: Period) => void }

/** A month, a quarter or a year, the ones before and after it, or any days. */
export function PeriodChoice({ period, today, onChoose }: PeriodChoiceProps) {
  const [isFree, setIsFree] = useState(() => kindOf(period) === 'range')
  const kind = isFree ? 'range' : kindOf(period)

  const choose = (chosen: PeriodKind) => {
    setIsFree(chosen === 'range')
    // What is looked at stays in sight: today, if it is in it, or else where it begins.
    const day = today >= period.from && today <= period.to ? today : period.from
    if (chosen !== 'range') onChoose(periodAround(day, chosen))
  }

  return (
    <div className={styles.choice}>
      <fieldset className={styles.kinds}>
        <legend className={styles.legend}>Periodo</legend>
        {KINDS.map(([name, text]) => (
          <button
            key={name}
            type="button"
            className={styles.kind}
            aria-pressed={name === kind}
            onClick={() => choose(name)}
          >
            {text}
          </button>
        ))}
      </fieldset>
      {isFree && <FreeDays period={period} onChoose={onChoose} />}
      <div className={styles.shown}>
        <IconButton label="Periodo precedente" Icon={ChevronLeft} onClick={() => onChoose(shifted(period, -1))} />
        <h2 className={styles.period} aria-live="polite">
          {capitalized(formatPeriod(period))}
        </h2>
        <IconButton label="Periodo successivo" Icon={ChevronRight} onClick={() => onChoose(shifted(period, 1))} />
      </div>
    </div>
  )
}

/** Any two days, shown when they are asked for. */
function FreeDays({ period, onChoose }: Omit<PeriodChoiceProps, 'today'>) {
  const [typed, setTyped] = useState<{ from: string; to: string }>(period)
  const [isChecked, setIsChecked] = useState(false)
  const [known, setKnown] = useState(period)
  if (known.from !== period.from || known.to !== period.to) {
    setKnown(period)
    setTyped(period)
  }
  const checked = periodQuery.safeParse(typed)
  const errorOf = (field: string) =>
    isChecked ? checked.error?.issues.find(({ path }) => path[0] === field)?.message : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (checked.success) onChoose(checked.data)
  }

  return (
    <form className={styles.days} onSubmit={submit} noValidate>
      <DateField
        label="Dal"
        value={typed.from}
        onChange={(from) => setTyped((typed) => ({ ...typed, from }))}
        error={errorOf('from')}
      />
      <DateField
        label="Al"
        value={typed.to}
        onChange={(to) => setTyped((typed) => ({ ...typed, to }))}
        error={errorOf('to')}
      />
      <div className={styles.submit}>
        <Button type="submit" look="quiet">
          Mostra
        </Button>
      </div>
    </form>
  )
}
