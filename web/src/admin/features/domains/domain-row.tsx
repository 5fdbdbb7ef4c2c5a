import type { OwnDomain } from '@prenoto/core/domains/domains.endpoints.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { getMessage, isProofDeclined, setDomainFallback } from '../../../lib/api-client.ts'
import { goTo, paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Dialog } from '../../ui/panels/dialog.tsx'
import { RemovalDialog } from '../../ui/panels/removal-dialog.tsx'
import { DnsRecords } from './dns-records.tsx'
import styles from './domains.module.css'
import { useChooseCanonicalDomain, useRemoveDomain, useVerifyDomain } from './domains.queries.ts'

type DomainRowProps = {
  domain: OwnDomain
  /** The provider's host name. */
  host: string | null
  canonical: string | undefined
  onRemoved: () => void
}

export function DomainRow({ domain: ownDomain, host, canonical, onRemoved }: DomainRowProps) {
  const { domain, shown, is_canonical, is_provided, is_served } = ownDomain
  const name = useRef<HTMLParagraphElement>(null)
  // The focused button disappears with the change.
  const focusName = () => name.current?.focus()
  const canRemove = !is_provided && !is_canonical

  return (
    <li className={'stack gap-4 p-4 ruled'}>
      <div className="row gap-3 flex-wrap justify-between">
        <div className={`grid gap-1 min-w-0 break-words ${styles.description}`}>
          <p ref={name} tabIndex={-1} className="semibold">
            <span>{`${shown} `}</span>
            <State domain={ownDomain} />
          </p>
          {is_provided && (
            <p className="muted text-s">
              {`Collegato da chi gestisce il servizio${is_canonical ? '.' : ': puoi sempre tornare a questo.'}`}
            </p>
          )}
          {domain === location.hostname && <p className="muted text-s">È il dominio che stai usando adesso.</p>}
        </div>
        <div className="flex gap-3 flex-wrap">
          {is_served && !is_canonical && <Choose domain={ownDomain} onChosen={focusName} />}
          {canRemove && <Remove domain={ownDomain} canonical={canonical} onRemoved={onRemoved} />}
        </div>
      </div>
      {!is_served && ownDomain.records.length > 0 && (
        <>
          <DnsRecords records={ownDomain.records} host={host} />
          <Verify domain={ownDomain} onVerified={focusName} />
        </>
      )}
    </li>
  )
}

function State({ domain: { is_canonical, is_served } }: { domain: OwnDomain }) {
  if (is_canonical) return <Badge tone="success">Principale</Badge>
  return is_served ? <Badge>Attivo</Badge> : <Badge tone="warning">Da verificare</Badge>
}

function Verify({ domain: { domain, shown }, onVerified }: { domain: OwnDomain; onVerified: () => void }) {
  const { mutate: verify, isPending, error } = useVerifyDomain()
  const verifyNow = () =>
    verify(domain, {
      onSuccess: () => {
        showToast('success', 'Dominio verificato: il tuo sito si apre anche qui.')
        onVerified()
      },
    })
  return (
    <div className="grid gap-3">
      <div>
        <Button loading={isPending} onClick={verifyNow}>
          Verifica<VisuallyHidden>{` ${shown}`}</VisuallyHidden>
        </Button>
      </div>
      <p role="status" className={'danger-soft px-4 py-3 rounded-s danger break-words empty-hidden'}>
        {error && !isPending && !isProofDeclined(error) && getMessage(error)}
      </p>
    </div>
  )
}

function Choose({ domain: { domain, shown }, onChosen }: { domain: OwnDomain; onChosen: () => void }) {
  const [opener, setOpener] = useState<HTMLElement>()
  const { mutate: choose, isPending } = useChooseCanonicalDomain()
  const close = () => setOpener(undefined)
  const confirm = () =>
    choose(domain, {
      onSuccess: () => {
        // Nothing outside an open dialog takes the focus.
        flushSync(close)
        onChosen()
        showToast('success', 'Dominio principale cambiato.')
      },
    })
  return (
    <>
      <Button look="quiet" onClick={(event) => setOpener(event.currentTarget)}>
        Rendi principale<VisuallyHidden>{` ${shown}`}</VisuallyHidden>
      </Button>
      {opener && (
        <Dialog title="Cambia il dominio principale" opener={opener} onClose={close}>
          <div className="grid gap-3 break-words">
            <p>
              Le prossime email e i motori di ricerca useranno <strong>{shown}</strong>. Gli altri domini continuano a
              funzionare, anche nei link già inviati, e puoi tornare indietro quando vuoi.
            </p>
            <p>
              Su un altro dominio si accede di nuovo, e le passkey valgono solo su quello in cui le hai create: se le
              usi, tieni pronti i codici di recupero.
            </p>
          </div>
          <div className="flex gap-3 flex-wrap justify-end mt-4">
            <Button look="quiet" onClick={close}>
              Annulla
            </Button>
            <Button loading={isPending} onClick={confirm}>
              Rendi principale
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The log-in on another domain of the business. */
function logInAt(domain: string) {
  const port = location.port && `:${location.port}`
  return `${location.protocol}//${domain}${port}${paths.logIn}`
}

type RemoveProps = { domain: OwnDomain; canonical: string | undefined; onRemoved: () => void }

function Remove({ domain: { domain, shown, is_served }, canonical, onRemoved }: RemoveProps) {
  const [opener, setOpener] = useState<HTMLElement>()
  const { mutateAsync: remove } = useRemoveDomain()
  const nextLogIn = domain === location.hostname && canonical ? logInAt(canonical) : undefined
  function removeNow() {
    // Another call of this page may be refused before the removal is answered.
    if (nextLogIn) setDomainFallback(nextLogIn)
    return remove(domain)
  }
  function goOn() {
    if (nextLogIn) return goTo(nextLogIn)
    onRemoved()
    showToast('success', 'Dominio tolto.')
  }
  return (
    <>
      <Button look="quiet" onClick={(event) => setOpener(event.currentTarget)}>
        Togli<VisuallyHidden>{` ${shown}`}</VisuallyHidden>
      </Button>
      {opener && (
        <RemovalDialog
          title="Togli il dominio"
          confirmText="Togli"
          opener={opener}
          onClose={() => setOpener(undefined)}
          remove={removeNow}
          onRemoved={goOn}
        >
          {is_served ? (
            <p>
              Il sito non si apre più su <strong>{shown}</strong>: smettono di funzionare anche i link nelle email già
              inviate con questo nome, e le passkey create lì.
            </p>
          ) : (
            <p>
              Se ci ripensi puoi aggiungere di nuovo <strong>{shown}</strong>, con un altro valore per il record TXT.
            </p>
          )}
          {nextLogIn && (
            <p>
              <strong>È il dominio che stai usando adesso</strong>
              <span>{`: dopo devi accedere di nuovo, su ${canonical}.`}</span>
            </p>
          )}
        </RemovalDialog>
      )}
    </>
  )
}
