import type { Holiday } from '@prenoto/core/schedule/closures.endpoints.ts'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { isPlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { showToast } from '../../../ui/toasts.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { PanelBody, PanelFooter, PanelForm } from '../../ui/panels/side-panel.tsx'
import { useToday } from '../configuration/use-today.ts'
import { AffectedBookings, CLOSURE_WORDS, UndecidedBookings } from './affected-bookings.tsx'
import { toCancellation } from './booking-choices.ts'
import { WHOLE_DAY } from './closure-form.tsx'
import { RemainingBookings } from './remaining-bookings.tsx'
import styles from './schedule.module.css'
import { affectedBy, closeAll, holidaysQuery, useBookingsAfterSaving, useChangePatronDay } from './schedule.queries.ts'
import { useAffectedBookings } from './use-affected-bookings.ts'

/** From this month on, the list includes the next year. */
const SEPTEMBER = 9
const MAX_YEARS_AHEAD = 4

const toWholeDay = ({ day }: Holiday) => ({
  day_from: day,
  day_to: day,
  hour_from: parsePlainTime(WHOLE_DAY.hour_from),
  hour_to: parsePlainTime(WHOLE_DAY.hour_to),
})

/** Closes all calendars on the selected public holidays. */
export function HolidaysForm({ onDone }: { onDone: () => void }) {
  const { year, month } = toDateParts(useToday())
  const [until, setUntil] = useState(month >= SEPTEMBER ? year + 1 : year)
  const { data, isError, isPlaceholderData, refetch } = useQuery(holidaysQuery(until))
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const { remaining, onSaved } = useBookingsAfterSaving(onDone)

  const offered = data?.holidays ?? []
  const chosen = offered.filter(({ day, is_closed }) => !is_closed && !excluded.has(day))
  const byYear = [...Map.groupBy(offered, ({ day }) => toDateParts(day).year)]
  const planned = affectedBy({
    calendar_ids: null,
    exceptions: chosen.map((holiday) => ({ ...toWholeDay(holiday), kind: 'closure' })),
  })
  const affected = useAffectedBookings(planned)

  const { mutate: save, isPending: isSaving } = useMutation({
    mutationFn: () =>
      closeAll(
        chosen.map((holiday) => ({ ...toWholeDay(holiday), reason: holiday.name })),
        toCancellation(affected.choices),
      ),
    onSuccess: ({ cancelled }) => {
      showToast('success', 'Day Off creato con successo')
      onSaved(cancelled, { affected: planned, choices: affected.choices })
    },
  })

  const choose = ({ day }: Holiday, isOn: boolean) => {
    const others = new Set(excluded)
    if (isOn) others.delete(day)
    else others.add(day)
    setExcluded(others)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length > 0) save()
  }

  if (!remaining.isIdle) return <RemainingBookings query={remaining} title={CLOSURE_WORDS.title} onDone={onDone} />

  return (
    <PanelForm onSubmit={submit}>
      <PanelBody>
        {!data && !isError && <Skeletons count={5} height={48} className="grid gap-2" />}
        {!data && isError && (
          <FailedRead text="Non è stato possibile leggere le festività." onRetry={() => refetch()} />
        )}
        {byYear.map(([year, days]) => (
          <fieldset key={year} className="grid bare">
            <legend className="mb-1 text-m semibold tabular-nums">{year}</legend>
            {days.map((holiday) => (
              <label key={holiday.day} className={`row gap-3 border-b cursor-pointer ${styles.holiday}`}>
                <input
                  type="checkbox"
                  className={fieldStyles.checkbox}
                  checked={holiday.is_closed || !excluded.has(holiday.day)}
                  disabled={holiday.is_closed}
                  onChange={(event) => choose(holiday, event.target.checked)}
                />
                <span className="grid min-w-0 break-words">
                  <span>{capitalize(formatDay(holiday.day))}</span>
                  <span className="muted text-s">{`${holiday.name}${holiday.is_closed ? ' · già chiuso' : ''}`}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        {data && until < year + MAX_YEARS_AHEAD && (
          <div>
            <Button look="soft" loading={isPlaceholderData} onClick={() => setUntil(until + 1)}>
              {`Aggiungi il ${until + 1}`}
            </Button>
          </div>
        )}
        {data && <PatronField key={data.patron_day} patronDay={data.patron_day ?? ''} />}
        <AffectedBookings affected={affected} words={CLOSURE_WORDS} />
      </PanelBody>
      <PanelFooter note={<UndecidedBookings affected={affected} />}>
        <Button type="submit" loading={isSaving} disabled={chosen.length === 0}>
          {`Chiudi in questi giorni${affected.consequence}`}
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}

/** The patron saint's day, saved when its field loses the focus. */
function PatronField({ patronDay }: { patronDay: string }) {
  const { mutate } = useChangePatronDay()
  const [typed, setTyped] = useState(patronDay)

  const [isBlurred, setIsBlurred] = useState(false)

  const save = useEffectEvent((day: string) => {
    if (day === patronDay) return
    if (day === '') mutate(null)
    else if (isPlainDate(day)) mutate(day)
  })
  // In an effect, since the field corrects its value on blur: 26 becomes 2026.
  useEffect(() => {
    if (isBlurred) save(typed)
  }, [isBlurred, typed])

  return (
    <DateField
      label="Santo patrono"
      hint="Un giorno di qualsiasi anno: torna ogni anno, e si aggiunge all’elenco."
      value={typed}
      onChange={setTyped}
      onFocus={() => setIsBlurred(false)}
      onBlur={() => setIsBlurred(true)}
    />
  )
}
