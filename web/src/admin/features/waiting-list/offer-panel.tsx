import { partName, toDayPart } from '@prenoto/core/availability/slot-groups.ts'
import { HIDDEN_EMAIL } from '@prenoto/core/fields/hidden-contacts.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { WaitingEntry } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { PanelBody, PanelFooter, PanelForm, SidePanel } from '../../ui/panels/side-panel.tsx'
import { TimeGrid } from '../bookings/booking-form/time-grid.tsx'
import styles from './waiting-list.module.css'
import { offerableSlotsQuery, useOfferSlot } from './waiting-list.queries.ts'

type OfferPanelProps = { entry: WaitingEntry; isOpen: boolean; onClose: () => void }

/** Offers a free slot of the day to a waiting customer. */
export function OfferPanel({ isOpen, onClose, entry }: OfferPanelProps) {
  return (
    <SidePanel title="Offri un posto" isOpen={isOpen} onClose={onClose}>
      <OfferForm entry={entry} onDone={onClose} />
    </SidePanel>
  )
}

/** The customer's request: service, calendar and part of the day. */
const requestFacts = ({ service_name, calendar_name, part }: WaitingEntry) => [
  ['Servizio', service_name],
  ...(calendar_name ? [['Con chi', calendar_name]] : []),
  ['Quando', part ? partName(part) : 'Qualsiasi orario'],
]

function OfferForm({ entry, onDone }: { entry: WaitingEntry; onDone: () => void }) {
  const { name, surname, email, calendar_id, visit_day, part } = entry
  const { data: slots } = useQuery(offerableSlotsQuery(entry))
  const [hour, setHour] = useState<PlainTime>()
  const [isMissing, setIsMissing] = useState(false)
  const times = useRef<HTMLFieldSetElement>(null)
  const { mutateAsync: offer, isPending } = useOfferSlot(entry)
  const chosen = slots?.find((slot) => slot === hour)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setIsMissing(!chosen)
    if (!chosen) return times.current?.focus()
    // The mutation shows an error as a toast and reads the slots again.
    await offer({ visit_hour: chosen, calendar_id }).then(onDone, () => {})
  }

  return (
    <PanelForm onSubmit={submit}>
      <PanelBody>
        <p>
          {`${name} ${surname} aspetta un posto ${formatDay(visit_day)}. Scriviamo a ${email === HIDDEN_EMAIL ? 'chi aspetta' : email} e teniamo il posto il tempo di rispondere.`}
        </p>
        <dl className={`grid gap-1 px-4 py-3 rounded-m sunken ${styles.request}`}>
          {requestFacts(entry).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!slots && <Skeletons count={2} height={48} />}
        {slots?.length === 0 && <EmptyState text="Ci dispiace ma per questa giornata gli slot sono terminati." />}
        {slots && slots.length > 0 && (
          <TimeGrid
            ref={times}
            slots={slots}
            selected={chosen ?? ''}
            onSelect={(slot) => {
              setHour(slot)
              setIsMissing(false)
            }}
            onLeave={() => {}}
            error={isMissing ? 'Scegli un orario.' : undefined}
          />
        )}
        <p role="status" className={`px-4 py-3 rounded-m warning-soft ${styles.warning}`}>
          {chosen && part && toDayPart(chosen) !== part && (
            <span>{`Ha chiesto: ${partName(part).toLowerCase()}. Questo posto è un altro: ${toShortTime(chosen)}, ${partName(toDayPart(chosen)).toLowerCase()}.`}</span>
          )}
        </p>
      </PanelBody>
      <PanelFooter>
        <Button look="quiet" onClick={onDone}>
          Annulla
        </Button>
        <Button type="submit" loading={isPending} disabled={!slots || slots.length === 0}>
          Offri il posto
        </Button>
      </PanelFooter>
    </PanelForm>
  )
}
