import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import styles from './calendar-feed.module.css'
import { calendarFeedQuery, useCreateCalendarFeed, useDeleteCalendarFeed } from './calendar-feed.queries.ts'
import { FeedLinks } from './feed-links.tsx'
import { NewLink } from './new-link.tsx'

/** The user's private link to the bookings, for external calendars. */
export function CalendarFeed() {
  const { data: feed } = useQuery(calendarFeedQuery)
  const { mutate: create, isPending: isCreating, data: created, reset: clearLink } = useCreateCalendarFeed()
  const { mutate: revoke, isPending: isRevoking } = useDeleteCalendarFeed()
  const createButton = useRef<HTMLSpanElement>(null)

  const since = feed?.created_at?.split(' ')[0]
  // A new link may be revoked already, for example by a password change.
  const isShown = created !== undefined && created.created_at === feed?.created_at
  const revokeLink = () =>
    revoke(undefined, {
      onSuccess: () => {
        clearLink()
        showToast('success', 'Link revocato.')
        // The focused button disappears with the link.
        createButton.current?.querySelector('button')?.focus()
      },
    })

  return (
    <div className={`grid gap-4 ${styles.feed}`}>
      <p>
        Vedi le prenotazioni anche nel calendario del telefono o del computer, per esempio Google, Apple o Outlook: si
        aggiorna da solo. Chi ha il link legge nomi e telefoni dei clienti: tienilo per te. Quando cambi la password
        smette di funzionare.
      </p>
      {isShown ? (
        <NewLink label="Link del calendario" address={location.origin + created.path} />
      ) : (
        <p className="empty-hidden">
          {since &&
            `Hai un link attivo dal ${since}. Per sicurezza non viene mostrato di nuovo: se non lo trovi più, creane un altro e questo smetterà di funzionare.`}
        </p>
      )}
      <div className="flex gap-3 flex-wrap justify-end">
        {since && (
          <Button look="quiet" loading={isRevoking} onClick={revokeLink}>
            Revoca il link
          </Button>
        )}
        <span ref={createButton}>
          <Button look={since ? 'quiet' : 'primary'} disabled={!feed} loading={isCreating} onClick={() => create()}>
            {since ? 'Crea un nuovo link' : 'Crea il link'}
          </Button>
        </span>
      </div>
      <FeedLinks />
    </div>
  )
}
