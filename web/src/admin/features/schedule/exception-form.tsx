import type { FieldValues } from 'react-hook-form'
import type { Versioned } from '../../lib/crud-queries.ts'
import { CrudForm, type CrudFormProps } from '../../ui/forms/crud-form.tsx'
import { AffectedBookings, type AffectedWords, CLOSURE_WORDS, UndecidedBookings } from './affected-bookings.tsx'
import { LEAVE_ALL } from './booking-choices.ts'
import { RemainingBookings } from './remaining-bookings.tsx'
import { type Affected, useBookingsAfterSaving, useRefreshAfterClosure } from './schedule.queries.ts'
import type { AffectedBookingsState } from './use-affected-bookings.ts'

type Saved = Versioned & { cancelled?: number[] | undefined }

type ExceptionFormProps<Item extends Saved, Input extends FieldValues, Body, AllLabels> = CrudFormProps<
  Item,
  Input,
  Body,
  AllLabels
> & {
  /** The bookings that the typed values affect; undefined for a kind that affects none. */
  affected?: AffectedBookingsState
  /** The bookings that a saved exception affects. */
  affectedBy?: (saved: Item) => Affected | undefined
  words?: AffectedWords
}

/**
 * The form of any exception of a calendar's hours, with a choice for each booking that it affects, then the list of
 * bookings to reschedule.
 */
export function ExceptionForm<Item extends Saved, Input extends FieldValues, Body, AllLabels>({
  affected,
  affectedBy,
  words = CLOSURE_WORDS,
  ...props
}: ExceptionFormProps<Item, Input, Body, AllLabels>) {
  const { crud, onDone, children } = props
  const { remaining, onSaved } = useBookingsAfterSaving(onDone)
  const refresh = useRefreshAfterClosure()

  if (!remaining.isIdle) return <RemainingBookings query={remaining} title={words.title} onDone={onDone} />
  return (
    <CrudForm
      {...props}
      crud={{
        ...crud,
        remove: (id) => crud.remove(id).finally(refresh),
        restore: (id) => crud.restore(id).finally(refresh),
      }}
      onSaved={(saved) =>
        onSaved(saved.cancelled, { affected: affectedBy?.(saved), choices: affected?.choices ?? LEAVE_ALL })
      }
      note={affected && <UndecidedBookings affected={affected} />}
      consequence={affected?.consequence}
      staysOnFailure
    >
      {children}
      {affected && <AffectedBookings affected={affected} words={words} />}
    </CrudForm>
  )
}
