import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { PasskeyMethod } from './passkey-method.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'
import { secondFactorQuery, useRenewRecoveryCodes } from './second-factor.queries.ts'
import { TotpMethod } from './totp-method.tsx'

/** With fewer codes left, the user is asked to make new ones. */
const FEW_CODES = 3

type SecondFactorSettingsProps = {
  /** The address that the user logs in with. */
  email: string
  /** Called once new recovery codes are stored by the user. */
  onDone?: () => void
}

/** The user's own second factors. */
export function SecondFactorSettings({ email, onDone }: SecondFactorSettingsProps) {
  const { data, isError, isFetching, refetch } = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[]>()
  const { mutate: renew, isPending: isRenewing } = useRenewRecoveryCodes()

  if (!data && isError)
    return (
      <FailedRead
        text="Non è stato possibile leggere i tuoi metodi di verifica."
        isBusy={isFetching}
        onRetry={() => refetch()}
      />
    )
  if (!data) return <p role="status">Caricamento…</p>

  const finish = () => {
    setCodes(undefined)
    onDone?.()
  }
  // A further method brings no new codes.
  const showCodes = (newCodes: string[]) => (newCodes.length > 0 ? setCodes(newCodes) : finish())
  if (codes) return <RecoveryCodes codes={codes} email={email} onDone={finish} />

  const { totp_added_at, passkeys, recovery_codes_left: codesLeft, is_required } = data
  const isActive = totp_added_at !== null || passkeys.length > 0
  return (
    <div className="stack gap-5">
      <p>
        {`${
          isActive
            ? 'La verifica in due passaggi è attiva: oltre alla password, per entrare serve uno di questi metodi.'
            : 'Chi scopre la tua password non entra: per accedere serve anche il tuo telefono o il tuo computer.'
        }${is_required ? ' La tua attività la richiede a tutti gli utenti.' : ''}`}
      </p>
      <TotpMethod addedAt={totp_added_at} onCodes={showCodes} />
      <PasskeyMethod passkeys={passkeys} onCodes={showCodes} />
      {isActive && (
        <div className={`stack gap-3 justify-items-start ${styles.method}`}>
          <h3 className="row gap-2 flex-wrap text-m">Codici di recupero</h3>
          <p className="muted">
            {`${leftText(codesLeft)}${codesLeft < FEW_CODES ? ' Creane di nuovi prima di restare senza.' : ''}`}
          </p>
          <Button
            look="quiet"
            loading={isRenewing}
            onClick={() => renew(undefined, { onSuccess: ({ recovery_codes }) => setCodes(recovery_codes) })}
          >
            Crea nuovi codici
          </Button>
          <p className="muted">I nuovi codici sostituiscono quelli di prima.</p>
        </div>
      )}
    </div>
  )
}

function leftText(count: number) {
  if (count === 0) return 'Non ne hai più.'
  return count === 1 ? 'Te ne resta uno.' : `Te ne restano ${count}.`
}
