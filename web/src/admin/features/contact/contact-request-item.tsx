import type { StoredContactRequest } from '@prenoto/core/contact/stored-request-schema.ts'
import { isRestrictedPerson } from '@prenoto/core/customers/restricted-person.ts'
import { callLink } from '@prenoto/core/fields/telephone.ts'
import { Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Confirmation } from '../customers/confirmation.tsx'
import { toPanelTime } from '../notifications/read-state.ts'
import { useHasRight, useMay } from '../session/session.queries.ts'
import styles from './contact-requests.module.css'
import { useAnswer, useEraseRequest } from './contact-requests.queries.ts'
import { replyAddress } from './reply-address.ts'

type ContactRequestItemProps = {
  request: StoredContactRequest
  siteName: string
  /** Called before the item leaves the list, which has to take the focus. */
  onLeave: () => void
}

/** A contact request with its answer, reply and erasure. */
export function ContactRequestItem({ request, siteName, onLeave }: ContactRequestItemProps) {
  const { id, name, email, phone, message, created_at, answered_at, answered_by } = request
  const isRestricted = isRestrictedPerson({ email, telephone: phone })
  const mayErase = useMay('admin')
  const mayReadContacts = useHasRight('contacts')
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate: answer, isPending: isAnswering } = useAnswer()
  const { mutate: erase, isPending: isErasing } = useEraseRequest()
  const about = <VisuallyHidden>{` a ${name}`}</VisuallyHidden>

  return (
    <li className={`grid gap-2 p-4 border rounded-m break-words ${styles.item} ${answered_at ? styles.answered : ''}`}>
      <header className="row gap-x-3 gap-y-1 flex-wrap">
        <h2 className="min-w-0 text-m">{name}</h2>
        <Badge tone={answered_at ? 'success' : 'warning'}>{answered_at ? 'Risposto' : 'Da rispondere'}</Badge>
        <p className={`muted text-xs tabular-nums ${styles.when}`} translate="no">
          {toPanelTime(created_at)}
        </p>
      </header>
      {isRestricted ? (
        <p className="muted text-s">Recapiti e messaggio non mostrati.</p>
      ) : (
        <>
          {mayReadContacts ? (
            <p className="flex gap-x-5 flex-wrap">
              <a href={`mailto:${email}`} className={`inline-row touch brand-ink ${styles.contact}`}>
                {email}
              </a>
              <a href={callLink(phone)} className={`inline-row touch brand-ink ${styles.contact}`}>
                {phone}
              </a>
            </p>
          ) : (
            <p className="muted text-s">Email e telefono riservati.</p>
          )}
          <p className={message ? 'pre-line measure' : 'muted text-s'}>{message || 'Nessun messaggio.'}</p>
        </>
      )}
      {answered_at && (
        <p className="muted text-s">
          {`Risposta segnata il ${toPanelTime(answered_at)}${answered_by ? ` da ${answered_by}` : ''}.`}
        </p>
      )}
      <div className="row gap-2 flex-wrap mt-1">
        {mayReadContacts && !isRestricted && (
          <ButtonLink look="soft" href={replyAddress(request, siteName)}>
            <Mail size={18} aria-hidden="true" />
            <span>Rispondi per email</span>
            {about}
          </ButtonLink>
        )}
        <Button
          look="quiet"
          loading={isAnswering}
          onClick={() => {
            onLeave()
            answer({ id, answered: !answered_at })
          }}
        >
          <span>{answered_at ? 'Segna come da rispondere' : 'Segna come risposto'}</span>
          {about}
        </Button>
        {mayErase && (
          <IconButton
            label={`Cancella la richiesta di ${name}`}
            Icon={Trash2}
            aria-expanded={isConfirming}
            onClick={() => setIsConfirming(!isConfirming)}
          />
        )}
      </div>
      {isConfirming && (
        <Confirmation
          title={`Cancellare la richiesta di ${name}?`}
          confirmText="Cancella per sempre"
          isPending={isErasing}
          onConfirm={() => erase(request, { onSuccess: onLeave })}
          onCancel={() => setIsConfirming(false)}
        >
          <p>Spariscono nome, email, telefono e messaggio. Non si può annullare.</p>
        </Confirmation>
      )}
    </li>
  )
}
