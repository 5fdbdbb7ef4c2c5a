import type { FeedLink } from '@prenoto/core/calendar-files/calendar-files.endpoints.ts'
import { ALL_CALENDARS } from '@prenoto/core/schedule/closures-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { PagedSelect } from '../../ui/fields/paged-select.tsx'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { calendarsOrAll } from '../calendars/calendars.queries.ts'
import { feedLinksQuery, useCreateFeedLink, useDeleteFeedLink } from './calendar-feed.queries.ts'
import { NewLink } from './new-link.tsx'

const isWhole = ({ calendar_id, shows_names }: FeedLink) => calendar_id === null && shows_names

/** The user's links of one calendar, or without the names of customers. */
export function FeedLinks() {
  const { data: links = [] } = useQuery(feedLinksQuery)
  const { mutate: create, isPending, data: created } = useCreateFeedLink()
  const [calendarId, setCalendarId] = useState<number>()
  const [showsNames, setShowsNames] = useState(true)
  const createButton = useRef<HTMLDivElement>(null)
  const others = links.filter((link) => !isWhole(link))
  const isChosen = calendarId !== undefined && !(calendarId === ALL_CALENDARS && showsNames)
  const createLink = () =>
    create({ calendar_id: calendarId === ALL_CALENDARS ? null : calendarId!, shows_names: showsNames })

  return (
    <Disclosure
      title="Altri link"
      note="Per un solo calendario, o senza i nomi dei clienti."
      isUsed={others.length > 0}
    >
      {others.length > 0 && (
        <ul className="grid gap-2" aria-label="Link attivi">
          {others.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              // The focused button disappears with the link.
              onRevoked={() => createButton.current?.querySelector('button')?.focus()}
            />
          ))}
        </ul>
      )}
      <PagedSelect
        label="Calendario"
        placeholder="Scegli un calendario"
        list={calendarsOrAll}
        value={calendarId}
        onChange={setCalendarId}
      />
      <Checkbox
        label="Mostra nomi e telefoni dei clienti"
        checked={showsNames}
        onChange={(event) => setShowsNames(event.target.checked)}
      />
      {created && others.some(({ id }) => id === created.id) && (
        <NewLink label="Altro link del calendario" address={location.origin + created.path} />
      )}
      <div ref={createButton} className="flex justify-end">
        <Button look="quiet" disabled={!isChosen} loading={isPending} onClick={createLink}>
          Crea un altro link
        </Button>
      </div>
    </Disclosure>
  )
}

function LinkRow({ link, onRevoked }: { link: FeedLink; onRevoked: () => void }) {
  const { mutate: revoke, isPending } = useDeleteFeedLink()
  const { id, calendar_name, shows_names, created_at } = link
  const name = `${calendar_name ?? 'Tutti i calendari'}, ${shows_names ? 'con i nomi' : 'senza nomi'}`
  return (
    <li className="row gap-3 flex-wrap justify-between px-3 py-2 border rounded-s">
      <p className="grid min-w-0 break-words">
        <span className="semibold">{name}</span>
        <span className="muted text-s">{`Attivo dal ${created_at.split(' ')[0]}`}</span>
      </p>
      <Button look="quiet" loading={isPending} onClick={() => revoke(id, { onSuccess: onRevoked })}>
        Revoca<VisuallyHidden>{` ${name}`}</VisuallyHidden>
      </Button>
    </li>
  )
}
