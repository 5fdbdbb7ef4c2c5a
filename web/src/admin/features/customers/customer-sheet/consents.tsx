import type { Consent } from '@prenoto/core/customers/customer-schema.ts'
import { privacyBlocks } from '@prenoto/core/privacy/privacy-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../../ui/panels/side-panel.tsx'
import styles from './customer-sheet.module.css'
import { consentsQuery, previousPrivacyTextQuery } from './customer-sheet.queries.ts'

const SOURCE_TEXTS: Record<Consent['source'], string> = {
  booking: 'prenotando',
  contact: 'scrivendo dal sito',
  waiting: 'in lista d’attesa',
}

/** The privacy texts that a customer has agreed to. */
export function Consents({ id }: { id: number }) {
  const { data: consents, isError, refetch } = useQuery(consentsQuery(id))
  const [shownVersion, setShown] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`stack card gap-3 content-start rounded-l ${styles.card}`} aria-labelledby="consents-title">
      <h2 id="consents-title" className={`text-m ${styles.title}`}>
        Consensi
      </h2>
      {!consents && !isError && <Skeletons count={1} height={44} />}
      {!consents && isError && (
        <div role="alert">
          <p>Non è stato possibile leggere i consensi.</p>
          <Button look="quiet" onClick={() => refetch()}>
            Riprova
          </Button>
        </div>
      )}
      {consents?.length === 0 && <p className={styles.quiet}>Nessun consenso dato dal sito.</p>}
      {consents && consents.length > 0 && (
        <ul className="grid gap-2">
          {consents.map((consent) => (
            <li key={`${consent.source} ${consent.privacy_version}`} className="stack justify-items-start">
              <button
                type="button"
                className="touch brand-ink semibold text-left underline"
                aria-haspopup="dialog"
                onClick={() => {
                  setShown(consent.privacy_version)
                  setIsOpen(true)
                }}
              >
                {`Informativa, versione ${consent.privacy_version}`}
              </button>
              <span className={styles.quiet}>{describeConsent(consent)}</span>
            </li>
          ))}
        </ul>
      )}
      <SidePanel title={`Informativa, versione ${shownVersion ?? ''}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <PanelBody>{shownVersion && <PreviousText version={shownVersion} />}</PanelBody>
      </SidePanel>
    </section>
  )
}

/** 'prenotando, 21/11/2026 alle 09:45; 3 volte' */
function describeConsent({ source, times, last_at }: Consent) {
  const [day = '', hour = ''] = last_at.split(' ')
  const when = `${day.replaceAll('-', '/')} alle ${hour}`
  return times === 1 ? `${SOURCE_TEXTS[source]}, ${when}` : `${SOURCE_TEXTS[source]}, ${times} volte, l’ultima ${when}`
}

function PreviousText({ version }: { version: string }) {
  const { data, isError, refetch } = useQuery(previousPrivacyTextQuery(version))
  if (!data && isError)
    return (
      <div role="alert">
        <p>Non siamo riusciti a leggere il testo.</p>
        <Button look="quiet" onClick={() => refetch()}>
          Riprova
        </Button>
      </div>
    )
  if (!data) return <Skeletons count={4} height={64} />
  return (
    <div className={`grid gap-3 break-words ${styles.prose}`}>
      {data.since && <p className={styles.quiet}>{`In vigore dal ${data.since.replaceAll('-', '/')}`}</p>}
      {privacyBlocks(data.text).map(({ kind, lines }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks may repeat and never move
        <Block key={i} kind={kind} lines={lines} />
      ))}
    </div>
  )
}

function Block({ kind, lines }: ReturnType<typeof privacyBlocks>[number]) {
  if (kind === 'title') return <h3>{lines[0]}</h3>
  if (kind === 'paragraph') return <p>{lines.join('\n')}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
