import type { PushCause, PushCauses, PushSettings as Settings } from '@prenoto/core/notifications/push.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { inWords } from '../../../lib/formats.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SwitchField } from '../../../ui/fields/switch-field.tsx'
import { FailedRead } from '../../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import styles from '../notifications.module.css'
import { pushQuery, useChangeCauses, useRemoveDevice, useSwitchPushOn } from './push.queries.ts'
import { findObstacle, type Obstacle } from './push-device.ts'

const OBSTACLES: Record<Obstacle, string> = {
  'not-installed':
    'Su iPhone e iPad tocca Condividi, poi «Aggiungi alla schermata Home», e apri l’area amministrativa da lì: le notifiche arrivano solo così.',
  insecure: 'Le notifiche sui dispositivi funzionano solo con un indirizzo https.',
  unsupported: 'Questo browser non riceve notifiche: prova con Chrome, Edge, Firefox o Safari.',
  denied:
    'Hai bloccato le notifiche di questo sito. Per riceverle apri le impostazioni del sito dall’icona accanto all’indirizzo, consenti le notifiche e ricarica la pagina.',
}

const CAUSES: { cause: PushCause; label: string; hint: string }[] = [
  { cause: 'created', label: 'Nuove prenotazioni', hint: 'Quando un cliente o un collega prenota.' },
  { cause: 'moved', label: 'Spostamenti', hint: 'Quando cambiano il giorno o l’ora.' },
  { cause: 'cancelled', label: 'Disdette', hint: 'Quando una prenotazione viene disdetta.' },
]

/** Push notifications on the user's devices. */
export default function PushSettings({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  return (
    <Dialog title="Notifiche sui dispositivi" opener={opener} onClose={onClose}>
      <Content />
    </Dialog>
  )
}

function Content() {
  const { data: settings, isError, refetch } = useQuery(pushQuery)
  if (!settings && isError)
    return <FailedRead text="Non siamo riusciti a leggere i dispositivi." onRetry={() => refetch()} />
  if (!settings) return <Skeletons count={2} height={72} />
  return (
    <div className="stack gap-5">
      <ThisDevice settings={settings} />
      {settings.devices.length > 0 && (
        <>
          <Causes causes={settings.causes} />
          <Devices devices={settings.devices} />
        </>
      )}
    </div>
  )
}

function ThisDevice({ settings: { public_key, devices } }: { settings: Settings }) {
  const { mutate: switchOn, isPending } = useSwitchPushOn()
  if (devices.some(({ is_current }) => is_current)) return <p>Questo dispositivo riceve le notifiche.</p>
  if (!public_key)
    return <p>Su questa installazione le notifiche sui dispositivi non sono attive: chiedi a chi la gestisce.</p>

  const obstacle = findObstacle()
  return (
    <div className="stack gap-3">
      <p>
        Ti avvisiamo su questo telefono o computer anche quando l’area amministrativa è chiusa. Sullo schermo compaiono
        giorno, ora e servizio, mai il nome del cliente.
      </p>
      {/* Always present, so that screen readers announce a refusal. */}
      <p role="status" className="muted text-s" hidden={!obstacle}>
        {obstacle && OBSTACLES[obstacle]}
      </p>
      {!obstacle && (
        <Button loading={isPending} onClick={() => switchOn(public_key)}>
          Ricevi notifiche su questo dispositivo
        </Button>
      )}
    </div>
  )
}

function Causes({ causes }: { causes: PushCauses }) {
  const { mutate: change } = useChangeCauses()
  return (
    <section className="stack gap-3" aria-labelledby="push-causes">
      <h3 id="push-causes" className="text-s">
        Avvisami di
      </h3>
      {CAUSES.map(({ cause, label, hint }) => (
        <SwitchField
          key={cause}
          label={label}
          hint={hint}
          isOn={causes[cause]}
          onChange={(isOn) => change({ ...causes, [cause]: isOn })}
        />
      ))}
      <p className="muted text-s">Vale per tutti i tuoi dispositivi. Di quello che fai tu non ti avvisiamo.</p>
    </section>
  )
}

function Devices({ devices }: { devices: Settings['devices'] }) {
  const { mutate: remove, isPending, variables } = useRemoveDevice()
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button disappears with its device.
  const removeAndFocus = (device: Settings['devices'][number]) =>
    remove(device, { onSuccess: () => heading.current?.focus() })

  return (
    <section className="stack gap-3" aria-labelledby="push-devices">
      <h3 ref={heading} id="push-devices" tabIndex={-1} className="text-s">
        I tuoi dispositivi
      </h3>
      <ul className="card rounded-l" aria-labelledby="push-devices">
        {devices.map((one) => (
          <li key={one.id} className={'row gap-x-3 gap-y-2 flex-wrap justify-between px-4 py-3 ruled'}>
            <div className={styles.description}>
              <p className="semibold">
                <span>{`${one.device} `}</span>
                {one.is_current && <Badge tone="success">Questo dispositivo</Badge>}
              </p>
              <p className="muted text-s">
                {`Dal ${formatDayPart(one.created_at)}${one.last_sent_at ? `, ultima notifica il ${inWords(one.last_sent_at)}` : ''}`}
              </p>
            </div>
            <Button
              look="quiet"
              loading={isPending && variables.id === one.id}
              disabled={isPending}
              onClick={() => removeAndFocus(one)}
            >
              Rimuovi<VisuallyHidden>{` ${one.device}`}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const formatDayPart = (dateTime: string) => inWords(dateTime).slice(0, 10)
