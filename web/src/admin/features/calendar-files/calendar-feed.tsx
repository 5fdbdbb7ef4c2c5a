import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import styles from './calendar-feed.module.css'
import { calendarFeedQuery, useCreateCalendarFeed, useDeleteCalendarFeed } from './calendar-feed.queries.ts'

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
        <NewLink address={location.origin + created.path} />
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
    </div>
  )
}

const COPY_TEXTS = {
  button: 'Copia il link',
  copied: 'Link copiato.',
  selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
}

/** Shows the address once, selected and ready to copy. */
function NewLink({ address }: { address: string }) {
  const link = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects each new address
  useEffect(() => link.current?.querySelector('input')?.select(), [address])

  return (
    <div ref={link} className="grid gap-2 min-w-0 p-4 rounded-m sunken">
      <p className="empty-hidden" role="status">
        Il link è pronto: copialo adesso, per sicurezza non verrà più mostrato.
      </p>
      <CopyField label="Link del calendario" value={address} texts={COPY_TEXTS}>
        <ButtonLink look="quiet" href={address.replace(/^https?:/, 'webcal:')}>
          <CalendarSync size={18} aria-hidden="true" />
          Apri nel calendario
        </ButtonLink>
      </CopyField>
    </div>
  )
}
