import { partName } from '@prenoto/core/availability/slot-groups.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { WaitingEntry } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { EllipsisVertical, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { RowAction } from '../../ui/lists/row-menu.tsx'
import { OfferPanel } from './offer-panel.tsx'
import styles from './waiting-list.module.css'
import { useRemoveFromWaitingList } from './waiting-list.queries.ts'

const RowMenu = lazy(() => import('../../ui/lists/row-menu.tsx'))

type WaitingEntriesProps = {
  waiting: readonly WaitingEntry[]
  today: PlainDate
  /** Moves the focus, since the button disappears with its entry. */
  onRemoved: () => void
}

/** The people who wait for a slot on one day, with the actions for each. */
export default function WaitingEntries({ waiting, today, onRemoved }: WaitingEntriesProps) {
  const { mutate: remove } = useRemoveFromWaitingList()
  const [chosen, setChosen] = useState<WaitingEntry>()
  const [isOffering, setIsOffering] = useState(false)

  const offer = (entry: WaitingEntry): RowAction => ({
    text: 'Offri un posto',
    Icon: Send,
    run: () => {
      setChosen(entry)
      setIsOffering(true)
    },
  })
  const removal = (entry: WaitingEntry): RowAction => ({
    text: 'Rimuovi',
    Icon: Trash2,
    isDanger: true,
    run: () => remove(entry, { onSuccess: onRemoved }),
  })

  return (
    <>
      {waiting.length > 0 && (
        <ol className={styles.list}>
          {waiting.map((entry) => (
            <li key={entry.id} className={`flex gap-1 min-w-0 items-start rounded-s ${styles.entry}`}>
              <div className={`flex-1 min-w-0 break-words ${styles.facts}`}>
                <p className="bold">{fullName(entry)}</p>
                <p>
                  {`${entry.service_name}${entry.calendar_name ? ` con ${entry.calendar_name}` : ''}, ${formatPart(entry)}`}
                </p>
                <p className={entry.offer ? 'medium tabular-nums' : 'muted'}>{describeState(entry, today)}</p>
              </div>
              <Suspense fallback={<EllipsisVertical size={20} aria-hidden="true" className={styles.dots} />}>
                <RowMenu
                  label={`Azioni per ${fullName(entry)}, in lista d’attesa`}
                  actions={entry.offer ? [removal(entry)] : [offer(entry), removal(entry)]}
                />
              </Suspense>
            </li>
          ))}
        </ol>
      )}
      {chosen && <OfferPanel entry={chosen} isOpen={isOffering} onClose={() => setIsOffering(false)} />}
    </>
  )
}

const fullName = ({ name, surname }: WaitingEntry) => `${name} ${surname}`

/** 'mattina' */
const formatPart = ({ part }: WaitingEntry) => (part ? partName(part).toLowerCase() : 'qualsiasi orario')

function describeState({ offer }: WaitingEntry, today: PlainDate) {
  if (!offer) return 'In attesa'
  const { visit_hour, calendar_name, until_day, until_hour } = offer
  const slot = calendar_name ? `${toShortTime(visit_hour)} con ${calendar_name}` : toShortTime(visit_hour)
  const until = until_day === today ? '' : ` di ${formatDay(until_day)}`
  return `Offerte le ${slot}, fino alle ${toShortTime(until_hour)}${until}`
}
