import { type Passkey, passkeyNameFormSchema } from '@prenoto/core/second-factor/second-factor-schema.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { fieldRegister, useAdminForm } from '../../ui/forms/admin-form.ts'
import styles from './second-factor.module.css'
import { useAddPasskey, useRemovePasskey } from './second-factor.queries.ts'

type PasskeyMethodProps = { passkeys: Passkey[]; onCodes: (codes: string[]) => void }

/** The user's passkeys: a list, a form that adds one, and their removal. */
export function PasskeyMethod({ passkeys, onCodes }: PasskeyMethodProps) {
  const [isAdding, setIsAdding] = useState(false)

  return (
    <div className={`stack gap-3 justify-items-start ${styles.method}`}>
      <h3 className="row gap-2 flex-wrap text-m">Passkey</h3>
      <p className="muted">
        {`L’impronta, il volto o il PIN del tuo telefono o computer, oppure una chiave di sicurezza. Vale solo sull’indirizzo su cui la crei: qui ${location.hostname}.`}
      </p>
      {passkeys.length > 0 && (
        <ul className={`grid gap-2 w-full ${styles.passkeys}`} aria-label="Le tue passkey">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NameForm
          onDone={(codes) => {
            setIsAdding(false)
            onCodes(codes)
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : (
        <Button look="quiet" onClick={() => setIsAdding(true)}>
          Aggiungi una passkey
        </Button>
      )}
    </div>
  )
}

const getDay = (dateTime: string) => dateTime.split(' ')[0]

function PasskeyRow({ passkey: { id, name, domain, created_at, last_used_at } }: { passkey: Passkey }) {
  const { mutate: remove, isPending } = useRemovePasskey()
  return (
    <li className="row gap-x-4 gap-y-2 flex-wrap justify-between px-4 py-3 border rounded-s">
      <div className="min-w-0 break-words">
        <strong>{name}</strong>
        <p className="muted">
          {`${domain} · creata il ${getDay(created_at)} · ${last_used_at ? `usata l’ultima volta il ${getDay(last_used_at)}` : 'mai usata'}`}
        </p>
      </div>
      <Button
        look="quiet"
        loading={isPending}
        aria-label={`Togli la passkey ${name}`}
        onClick={() => remove(id, { onSuccess: () => showToast('success', 'Passkey tolta.') })}
      >
        Togli
      </Button>
    </li>
  )
}

type NameFormProps = { onDone: (codes: string[]) => void; onCancel: () => void }

function NameForm({ onDone, onCancel }: NameFormProps) {
  const form = useAdminForm(passkeyNameFormSchema, { name: '' })
  const { mutateAsync: add } = useAddPasskey()
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])

  const save = form.handleSubmit(async ({ name }) => {
    try {
      const { recovery_codes } = await add(name)
      showToast('success', 'Passkey aggiunta.')
      onDone(recovery_codes)
    } catch {
      // The mutation has shown the failure; the form stays for another attempt.
    }
  })

  return (
    <form method="dialog" noValidate className={styles.form} onSubmit={save} aria-label="Nuova passkey">
      <TextField
        label="Nome della passkey"
        hint="Per riconoscerla, per esempio «Telefono di Anna»."
        autoComplete="off"
        required
        {...fieldRegister(form)('name')}
      />
      <div className="flex gap-3 flex-wrap">
        <Button type="submit" loading={form.formState.isSubmitting}>
          Crea la passkey
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Annulla
        </Button>
      </div>
    </form>
  )
}
