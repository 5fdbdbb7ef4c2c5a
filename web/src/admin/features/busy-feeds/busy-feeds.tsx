import type { BusyFeed } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { RemovalDialog } from '../../ui/panels/removal-dialog.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { busyFeedsQuery, useDeleteBusyFeed } from './busy-feeds.queries.ts'
import { countBookings, countEvents, formatAgo, formatBusyTime, formatSince } from './feed-texts.ts'

type BusyFeedsProps = { calendarId: number; onAdd: () => void }

/** The other calendars whose events close a calendar, with their state. */
export function BusyFeeds({ calendarId, onAdd }: BusyFeedsProps) {
  const { data: feeds = [], dataUpdatedAt } = useQuery(busyFeedsQuery(calendarId))
  const addButton = useRef<HTMLDivElement>(null)
  return (
    <Disclosure
      title="Impegni da altri calendari"
      note="Gli impegni che hai in Google, Apple o Outlook chiudono questo calendario."
      isUsed={feeds.length > 0}
    >
      {feeds.length > 0 && (
        <ul className="grid gap-2" aria-label="Calendari letti">
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              calendarId={calendarId}
              now={dataUpdatedAt}
              // The focused button disappears with the feed.
              onRemoved={() => addButton.current?.querySelector('button')?.focus()}
            />
          ))}
        </ul>
      )}
      <div ref={addButton}>
        <Button look="soft" aria-haspopup="dialog" onClick={onAdd}>
          <Plus size={18} aria-hidden="true" />
          Aggiungi un calendario
        </Button>
      </div>
    </Disclosure>
  )
}

type FeedRowProps = { feed: BusyFeed; calendarId: number; now: number; onRemoved: () => void }

function FeedRow({ feed, calendarId, now, onRemoved }: FeedRowProps) {
  const { time_zone } = useConfiguration()
  const [opener, setOpener] = useState<HTMLElement>()
  const { name, host, events, read_at, failing_since, failure, bookings, next } = feed
  return (
    <li className="row gap-2 justify-between px-3 py-2 border rounded-s">
      <div className="grid gap-1 min-w-0 break-words">
        <p className="semibold" translate="no">
          {name}
        </p>
        <p className="muted text-s" translate="no">
          {host}
        </p>
        <p className="text-s">{`Letto ${formatAgo(read_at, now)}, ${countEvents(events)}`}</p>
        {next[0] && <p className="muted text-s">{`Il prossimo: ${formatBusyTime(next[0])}`}</p>}
        {bookings > 0 && <p className="text-s semibold">{countBookings(bookings)}</p>}
        {failing_since && (
          <p className="row gap-2 danger-soft px-3 py-2 rounded-s danger text-s">
            <CircleAlert size={16} aria-hidden="true" className="flex-none" />
            <span>{`Non si legge da ${formatSince(failing_since, time_zone)}: restano chiusi gli ultimi impegni letti. ${failure}`}</span>
          </p>
        )}
      </div>
      <IconButton
        label={`Togli ${name}`}
        Icon={Trash2}
        aria-haspopup="dialog"
        onClick={(event) => setOpener(event.currentTarget)}
      />
      {opener && (
        <RemoveDialog
          feed={feed}
          calendarId={calendarId}
          opener={opener}
          onClose={() => setOpener(undefined)}
          onRemoved={onRemoved}
        />
      )}
    </li>
  )
}

type RemoveDialogProps = {
  feed: BusyFeed
  calendarId: number
  opener: HTMLElement
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ feed, calendarId, opener, onClose, onRemoved }: RemoveDialogProps) {
  const { mutateAsync: remove } = useDeleteBusyFeed(calendarId)
  return (
    <RemovalDialog
      title="Togli il calendario esterno"
      confirmText="Togli"
      opener={opener}
      onClose={onClose}
      remove={() => remove(feed.id)}
      onRemoved={onRemoved}
    >
      <p>
        {`Gli orari chiusi dagli impegni di «${feed.name}» tornano prenotabili. Per rileggerlo servirà di nuovo il suo link.`}
      </p>
    </RemovalDialog>
  )
}
