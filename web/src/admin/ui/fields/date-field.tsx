import type { CalendarDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { use, useId } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { DateField as AriaDateField } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import fieldStyles from '../../../ui/field.module.css'
import { FieldError, type Hinted } from '../../../ui/field.tsx'
import { PanelContext } from '../panels/side-panel.tsx'
import styles from './fields.module.css'
import { formatDateSegments, isIncomplete, toDate } from './segment-text.ts'
import { Segments, submitOnEnter } from './segments.tsx'
import { type SegmentedFieldProps, useSegmentedText } from './use-segmented-text.ts'

/** A date, typed as day, month and year in any browser language, or picked from a calendar. */
export function DateField({
  label,
  error,
  hint,
  value,
  onChange,
  onFocus,
  onBlur,
  required = false,
  ref,
}: Hinted & SegmentedFieldProps & { onFocus?: () => void }) {
  const id = useId()
  const panel = use(PanelContext)
  const typed = useSegmentedText(value, onChange, toDate)

  return (
    <DatePicker
      className={fieldStyles.field!}
      isRequired={required}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      value={typed.value}
      onChange={typed.setValue}
      onFocus={onFocus}
      onBlur={() => {
        if (!isIncomplete(typed.text)) typed.setValue(withCentury)
        onBlur?.()
      }}
      aria-describedby={error || hint ? `${id}-error` : undefined}
    >
      <Label className={fieldStyles.label!}>{label}</Label>
      <Group className={`${fieldStyles.input} ${styles.box} ${styles.dateBox}`}>
        <AriaDateField onKeyDown={submitOnEnter}>
          {({ state }) => <Segments state={state} typed={typed} formatText={formatDateSegments} ref={ref} />}
        </AriaDateField>
        <Button className={styles.opener!} aria-label="Scegli il giorno">
          <CalendarDays size={20} aria-hidden="true" />
        </Button>
      </Group>
      <FieldError id={id} error={error} hint={hint} />
      <Popover className={styles.popover!} offset={4} UNSTABLE_portalContainer={panel ?? undefined}>
        <Dialog className={styles.dialog!}>
          <Month chosen={toDate(typed.text)} />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

/** Reads 26 as 2026. */
const withCentury = (date: CalendarDate | null) => (date && date.year < 100 ? date.add({ years: 2000 }) : date)

function Month({ chosen }: { chosen: CalendarDate | null }) {
  return (
    <Calendar value={chosen}>
      <header className="row justify-between">
        <Button slot="previous" className={styles.turn!} aria-label="Mese precedente">
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <CalendarHeading className={'text-s capitalized'} />
        <Button slot="next" className={styles.turn!} aria-label="Mese successivo">
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(weekday) => <CalendarHeaderCell className={styles.weekday!}>{weekday}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={`grid place-center rounded-s tabular-nums cursor-pointer ${styles.day}`}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
