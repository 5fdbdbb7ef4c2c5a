import { totpCodeFormSchema } from '@prenoto/core/second-factor/second-factor-schema.ts'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../ui/forms/admin-form.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './second-factor.module.css'
import { useConfirmTotp, useRemoveTotp, useStartTotp } from './second-factor.queries.ts'

const SECRET_TEXTS = {
  button: 'Copia la chiave',
  copied: 'Chiave copiata.',
  selected: 'La chiave è selezionata: copiala con la tastiera o con il menu.',
}

type TotpMethodProps = {
  /** When the app was added; null without one. */
  addedAt: string | null
  onCodes: (codes: string[]) => void
}

/** The authenticator app: its set-up with a QR code, and its removal. */
export function TotpMethod({ addedAt, onCodes }: TotpMethodProps) {
  const { mutate: start, data: started, isPending: isStarting, reset: stop } = useStartTotp()
  const { mutate: remove, isPending: isRemoving } = useRemoveTotp()

  return (
    <div className={`stack gap-3 justify-items-start ${styles.method}`}>
      <h3 className="row gap-2 flex-wrap text-m">
        <span>{'App di autenticazione '}</span>
        {addedAt && <Badge tone="success">Attiva</Badge>}
      </h3>
      <p className="muted">
        {addedAt
          ? `Attiva dal ${addedAt.split(' ')[0]}: quando accedi ti chiediamo il codice che mostra.`
          : 'Un’app sul telefono, come Google Authenticator o Aegis, mostra un codice che cambia ogni 30 secondi.'}
      </p>
      {addedAt && (
        <Button
          look="quiet"
          loading={isRemoving}
          onClick={() => remove(undefined, { onSuccess: () => showToast('success', 'App di autenticazione tolta.') })}
        >
          Togli l’app
        </Button>
      )}
      {!addedAt && !started && (
        <Button look="quiet" loading={isStarting} onClick={() => start()}>
          Attiva l’app
        </Button>
      )}
      {!addedAt && started && (
        <>
          <p>Inquadra il codice con l’app, oppure scrivi la chiave a mano.</p>
          <div className={styles.qr}>
            <QrCode text={started.uri} label="Codice QR per l’app di autenticazione" />
          </div>
          <div className={styles.form}>
            <CopyField label="Chiave" value={started.secret} texts={SECRET_TEXTS} />
          </div>
          <ConfirmForm
            onCancel={stop}
            onCodes={(codes) => {
              stop()
              onCodes(codes)
            }}
          />
        </>
      )}
    </div>
  )
}

function ConfirmForm({ onCodes, onCancel }: { onCodes: (codes: string[]) => void; onCancel: () => void }) {
  const form = useAdminForm(totpCodeFormSchema, { code: '' })
  const { mutateAsync: confirm } = useConfirmTotp()
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])

  const save = form.handleSubmit(async ({ code }) => {
    try {
      const { recovery_codes } = await confirm(code)
      showToast('success', 'App di autenticazione attiva.')
      onCodes(recovery_codes)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })

  return (
    <form method="dialog" noValidate className={styles.form} onSubmit={save} aria-label="Conferma l’app">
      <TextField
        label="Codice dell’app"
        hint="Le sei cifre che ora mostra l’app."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...fieldRegister(form)('code')}
      />
      <div className="flex gap-3 flex-wrap">
        <Button type="submit" loading={form.formState.isSubmitting}>
          Conferma
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Annulla
        </Button>
      </div>
    </form>
  )
}
