import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { EndpointResponse } from '@prenoto/core/contract/endpoint.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { lockOutIntruder, readDeviceLink } from '@prenoto/core/session/devices.endpoints.ts'
import { lockOutEffects } from '@prenoto/core/session/lock-out-effects.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { goTo } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { LinkActionCard } from './link-action-card.tsx'
import styles from './not-me-page.module.css'
import { StaffCard } from './staff-card.tsx'

const read = (token: string) => api(readDeviceLink, { body: { token } })

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => <NotMePage configuration={configuration} />

type LockOut = EndpointResponse<typeof lockOutIntruder>

/** Locks out an intruder, shows what was undone, and leads to a new password. */
export function NotMePage({ configuration }: { configuration: Configuration }) {
  const [done, setDone] = useState<LockOut>()

  const lockOut = async (token: string) => {
    const answer = await api(lockOutIntruder, { body: { token } })
    if (answer.effects.length > 0) setDone(answer)
    else goTo(answer.path)
  }

  if (done) return <LockedOut configuration={configuration} {...done} />
  return (
    <LinkActionCard
      configuration={configuration}
      title="Non sono stato io"
      text={(email) => (
        <>
          <span>{`Scolleghiamo tutti i dispositivi${email ? ` di ${email}` : ''}, anche i tuoi, e annulliamo i cambi di email e di verifica in due passaggi fatti da quell’accesso in poi. La password di adesso smette di valere e ne scegli subito una nuova. Se l’accesso era tuo, chiudi questa pagina.`}</span>
          <noscript> Per scollegare i dispositivi attiva JavaScript.</noscript>
        </>
      )}
      button="Scollega tutti i dispositivi"
      read={read}
      act={lockOut}
    />
  )
}

function LockedOut({ configuration, path, effects }: LockOut & { configuration: Configuration }) {
  const list = useRef<HTMLDListElement>(null)
  useEffect(() => list.current?.focus(), [])

  return (
    <StaffCard
      configuration={configuration}
      title="Tutti i dispositivi sono scollegati"
      text="Ecco che cosa era cambiato nel tuo accesso. Te lo scriviamo anche per email."
    >
      <dl ref={list} tabIndex={-1} className={styles.effects}>
        {effects.map((effect) => (
          <div key={effect}>
            <dt>{lockOutEffects[effect].label}</dt>
            <dd>{lockOutEffects[effect].value}</dd>
          </div>
        ))}
      </dl>
      <Button wide onClick={() => goTo(path)}>
        Scegli una nuova password
      </Button>
    </StaffCard>
  )
}
