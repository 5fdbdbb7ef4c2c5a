import type { ApiKey } from '@prenoto/core/api-keys/api-keys.endpoints.ts'
import { keyRightNames } from '@prenoto/core/contract/key-right.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getMessage } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { inWords } from '../../lib/formats.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { NewSecret } from '../../ui/fields/new-secret.tsx'
import { EmptyState, FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { RemovalDialog } from '../../ui/panels/removal-dialog.tsx'
import { apiKeysQuery, useRevokeApiKey } from './api-keys.queries.ts'
import { NewKeyForm } from './new-key-form.tsx'

/** The keys of other programs: what each may do, its last use, a new one and its revocation. */
export function ApiKeys() {
  const { data, error, isFetching, refetch } = useQuery(apiKeysQuery)
  const [newKey, setNewKey] = useState<string>()
  const [opener, setOpener] = useState<HTMLElement>()
  const addButton = useRef<HTMLDivElement>(null)
  const close = () => setOpener(undefined)
  // The focused button disappears with the change.
  const focusAdd = () => addButton.current?.querySelector('button')?.focus()

  if (!data)
    return error ? (
      <FailedRead text={getMessage(error)} isBusy={isFetching} onRetry={() => refetch()} />
    ) : (
      <Skeletons count={2} height={88} />
    )
  return (
    <div className="stack gap-4">
      <p>
        Una cassa, un foglio di calcolo o un altro programma può leggere la tua agenda o prenotare al posto tuo, con una
        chiave. Vede solo i servizi con «Visibile ad altri programmi», mai le note interne e quelle sulla salute.
      </p>
      {newKey && (
        <NewSecret
          text="La chiave è pronta: copiala adesso nel programma, per sicurezza non verrà più mostrata."
          label="Chiave"
          value={newKey}
          texts={COPY_TEXTS}
        >
          <Button
            look="quiet"
            onClick={() => {
              flushSync(() => setNewKey(undefined))
              focusAdd()
            }}
          >
            Ho finito
          </Button>
        </NewSecret>
      )}
      {data.keys.length === 0 ? (
        <EmptyState text="Nessun programma ha una chiave." />
      ) : (
        <ul className="card rounded-l" aria-label="Chiavi">
          {data.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoked={focusAdd} />
          ))}
        </ul>
      )}
      <div ref={addButton}>
        <Button look={data.keys.length === 0 ? 'primary' : 'quiet'} onClick={(event) => setOpener(event.currentTarget)}>
          Aggiungi una chiave
        </Button>
      </div>
      {opener && (
        <Dialog title="Nuova chiave" opener={opener} onClose={close}>
          <NewKeyForm
            onCreated={(key) => {
              flushSync(close)
              setNewKey(key)
            }}
            onCancel={close}
          />
        </Dialog>
      )}
    </div>
  )
}

const COPY_TEXTS = {
  button: 'Copia la chiave',
  copied: 'Chiave copiata.',
  selected: 'La chiave è selezionata: copiala con la tastiera o con il menu.',
}

function KeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const { name, rights, last_characters, created_by, created_at, last_used_at } = apiKey
  return (
    <li className="row gap-3 flex-wrap justify-between p-4 ruled">
      <div className="grid gap-1 min-w-0 flex-1 break-words">
        <p className="semibold" translate="no">
          {name}
        </p>
        <p className="flex gap-2 flex-wrap">
          {rights.map((right) => (
            <Badge key={right}>{keyRightNames[right]}</Badge>
          ))}
        </p>
        <p className="muted text-s">{`Creata da ${created_by} il ${inWords(created_at)}. La chiave finisce con ${last_characters}.`}</p>
        <p className="muted text-s">
          {last_used_at ? `Usata l’ultima volta il ${inWords(last_used_at)}.` : 'Non è ancora stata usata.'}
        </p>
      </div>
      <Revoke apiKey={apiKey} onRevoked={onRevoked} />
    </li>
  )
}

function Revoke({ apiKey: { id, name }, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const [opener, setOpener] = useState<HTMLElement>()
  const { mutateAsync: revoke } = useRevokeApiKey()
  return (
    <>
      <Button look="quiet" onClick={(event) => setOpener(event.currentTarget)}>
        Revoca<VisuallyHidden>{` ${name}`}</VisuallyHidden>
      </Button>
      {opener && (
        <RemovalDialog
          title="Revoca la chiave"
          confirmText="Revoca"
          opener={opener}
          onClose={() => setOpener(undefined)}
          remove={() => revoke(id)}
          onRemoved={() => {
            onRevoked()
            showToast('success', 'Chiave revocata.')
          }}
        >
          <p>
            <strong translate="no">{name}</strong>
            <span>{' smette di funzionare subito. Per collegarlo di nuovo servirà un’altra chiave.'}</span>
          </p>
        </RemovalDialog>
      )}
    </>
  )
}
