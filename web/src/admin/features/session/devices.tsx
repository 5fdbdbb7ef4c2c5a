import type { OwnSession } from '@prenoto/core/session/devices.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inWords } from '../../lib/formats.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { devicesQuery, useEndSessions } from './devices.queries.ts'
import styles from './session.module.css'

/** The user's sessions; each of them can be ended. */
export function Devices() {
  const { data: sessions, isError, refetch } = useQuery(devicesQuery)
  const { mutate: end, isPending, variables } = useEndSessions()
  const list = useRef<HTMLUListElement>(null)

  // The focused button disappears with its session.
  const endAndFocus = (id?: number) => end(id, { onSuccess: () => list.current?.focus() })

  if (!sessions && isError)
    return <FailedRead text="Non siamo riusciti a leggere i dispositivi." onRetry={() => refetch()} />
  if (!sessions) return <Skeletons count={2} height={72} />

  const hasOthers = sessions.some(({ is_current }) => !is_current)
  return (
    <div className="stack gap-4">
      <p>
        Qui vedi dove sei entrato con il tuo accesso. Se non riconosci un dispositivo, scollegalo e cambia subito la
        password.
      </p>
      <ul ref={list} tabIndex={-1} className="card rounded-l" aria-label="Dispositivi collegati">
        {sessions.map((session) => (
          <li key={session.id} className={'row gap-3 flex-wrap justify-between p-4 ruled'}>
            <Description session={session} />
            {!session.is_current && (
              <Button
                look="quiet"
                loading={isPending && variables === session.id}
                disabled={isPending}
                onClick={() => endAndFocus(session.id)}
              >
                Termina<VisuallyHidden>{` ${session.device}`}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <div>
          <Button
            look="danger"
            loading={isPending && variables === undefined}
            disabled={isPending}
            onClick={() => endAndFocus()}
          >
            Termina tutte le altre
          </Button>
        </div>
      )}
    </div>
  )
}

function Description({ session: { device, place, created_at, last_used_at, is_current } }: { session: OwnSession }) {
  return (
    <div className={`grid gap-1 min-w-0 break-words ${styles.description}`}>
      <p className="semibold">
        <span>{`${device} `}</span>
        {is_current && <Badge tone="success">Questo dispositivo</Badge>}
      </p>
      <p className="muted text-s">{place}</p>
      <p className="muted text-s">{`Accesso ${inWords(created_at)}, ultimo uso ${inWords(last_used_at)}`}</p>
    </div>
  )
}
