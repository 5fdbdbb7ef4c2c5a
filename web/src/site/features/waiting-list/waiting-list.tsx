import { type DayPart, partName } from '@prenoto/core/availability/slot-groups.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { joinWaitingList, readWaitingOptions } from '@prenoto/core/waiting-list/waiting-list.endpoints.ts'
import { type WaitingListForm, waitingListFormSchema } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { isRefusal } from '../../../lib/retry.ts'
import { Button } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { describe, Labelled } from '../../../ui/field.tsx'
import { withProof } from '../../lib/proof-of-work.ts'
import { BotTrap } from '../../ui/bot-trap.tsx'
import { FormFailure, failureMessage } from '../../ui/form-failure.tsx'
import { PersonFields } from '../../ui/person-fields.tsx'
import { ReadFailure } from '../../ui/read-failure.tsx'
import { RememberedPerson } from '../../ui/remembered-person.tsx'
import { SafetyCheck } from '../../ui/safety-check.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { storePerson } from '../../ui/stored-person.ts'
import { Consent } from '../contact/consent.tsx'
import styles from './waiting-list.module.css'

type WaitingListProps = {
  serviceId: number
  services: Pick<ChosenVisit, 'variant' | 'also'>
  day: PlainDate
  /** Undefined for any calendar. */
  calendar: number | undefined
  /** Called when the day turns out to have a free slot. */
  onFree: () => void
}

/** Lets a visitor join the waiting list of a full day. Shows nothing for a closed day. */
export default function WaitingList({ serviceId, services, day, calendar, onFree }: WaitingListProps) {
  const [parts, setParts] = useState<DayPart[]>([])
  const [state, setState] = useState<'button' | 'form' | { joined: string }>('button')

  const [failures, setFailures] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const { variant, also } = services

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a failure
  useEffect(() => {
    let isCurrent = true
    setHasFailed(false)
    const call = { params: { serviceId }, query: { visit_day: day, calendar_id: calendar, variant_id: variant, also } }
    api(readWaitingOptions, call).then(
      (chance) => isCurrent && setParts(chance.parts),
      (error) => {
        if (isCurrent && !isRefusal(error)) setHasFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [serviceId, variant, also, day, calendar, failures])

  const join = async ({ part, ...person }: WaitingListForm) => {
    const body = {
      ...person,
      part,
      visit_day: day,
      calendar_id: calendar,
      variant_id: variant,
      also,
    }
    await withProof((headers) => api(joinWaitingList, { params: { serviceId }, headers, body }))
    setState({ joined: person.email })
  }

  if (typeof state === 'object') return <Joined day={day} email={state.joined} />
  if (parts.length === 0)
    return (
      <ReadFailure
        text={hasFailed ? 'Non siamo riusciti a vedere se c’è una lista d’attesa.' : undefined}
        onRetry={() => setFailures(failures + 1)}
      />
    )
  if (state === 'form') return <JoinForm day={day} parts={parts} onJoin={join} onFree={onFree} />
  return (
    <Button look="soft" onClick={() => setState('form')}>
      Avvisami se si libera un posto
    </Button>
  )
}

type JoinFormProps = {
  day: PlainDate
  parts: DayPart[]
  onJoin: (waiting: WaitingListForm) => Promise<void>
  onFree: () => void
}

function JoinForm({ day, parts, onJoin, onFree }: JoinFormProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [isRemembered, setIsRemembered] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { form, field, box, isSending } = useSchemaForm(waitingListFormSchema, {
    send: async (waiting) => {
      setFailure(undefined)
      await onJoin(waiting)
      storePerson(isRemembered, waiting)
    },
    onFailure: (error, atFields) => {
      const isFree = error instanceof ApiError && error.status === 409
      if (isFree) onFree()
      if (atFields) return
      console.error(error)
      if (!isFree) setFailure(failureMessage(error, 'metterti in lista'))
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby={titleId}>
      <div className="stack gap-2 col-span-full">
        <h4 id={titleId} ref={title} tabIndex={-1} className="text-m">
          {`Lista d’attesa per ${formatDay(day)}`}
        </h4>
        <p>
          Se si libera un posto ti scriviamo subito e lo teniamo per te il tempo di rispondere. Non è ancora una
          prenotazione.
        </p>
      </div>
      {parts.length > 1 && (
        <div className="stack gap-2 col-span-full">
          <PartField parts={parts} {...field('part')} />
        </div>
      )}
      <PersonFields field={field} isLast />
      <div className="stack gap-2 col-span-full">
        <Consent {...box('privacy')} />
        <RememberedPerson isWanted form={form.ref} isRemembered={isRemembered} onChange={setIsRemembered} />
        <BotTrap />
        <SafetyCheck />
        <FormFailure text={failure} />
        <Button type="submit" wide loading={isSending}>
          Mettimi in lista
        </Button>
      </div>
    </form>
  )
}

/** Choice of a part of the day, or the whole day. */
function PartField({ parts, error, name }: { parts: DayPart[]; error?: string; name: string }) {
  const id = useId()
  return (
    <Labelled id={id} label="Quando" error={error}>
      <select {...describe(id, error)} id={id} name={name} className={fieldStyles.input}>
        <option value="">Qualsiasi orario</option>
        {parts.map((part) => (
          <option key={part} value={part}>
            {partName(part)}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** Takes the focus, so that screen readers read the next step. */
function Joined({ day, email }: { day: PlainDate; email: string }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <p ref={message} tabIndex={-1} className="ink break-words">
      <span>{`Sei in lista d’attesa per ${formatDay(day)}. Ti abbiamo scritto a `}</span>
      <strong>{email}</strong>
      <span>: se si libera un posto ti arriva un’altra email, con il link per prenotarlo.</span>
    </p>
  )
}
