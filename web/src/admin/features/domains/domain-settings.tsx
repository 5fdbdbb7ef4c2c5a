import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FailedRead } from '../../ui/lists/empty-state.tsx'
import { Skeletons } from '../../ui/lists/skeletons.tsx'
import { providerQuery } from '../privacy/privacy.queries.ts'
import { DomainRow } from './domain-row.tsx'
import styles from './domains.module.css'
import { domainsQuery } from './domains.queries.ts'
import { NewDomainForm } from './new-domain-form.tsx'

/** The domains of the business, with what to write in the DNS for those that are not served yet. */
export function DomainSettings() {
  const { data, isError, refetch } = useQuery(domainsQuery)
  const list = useRef<HTMLUListElement>(null)

  if (!data && isError) return <FailedRead text="Non siamo riusciti a leggere i domini." onRetry={() => refetch()} />
  if (!data) return <Skeletons count={2} height={72} />

  const canonical = data.domains.find(({ is_canonical }) => is_canonical)?.domain
  return (
    <div className={`stack gap-5 ${styles.domains}`}>
      <p>
        Il tuo sito si apre su ogni dominio attivo. Il principale è quello dei link nelle email e dei motori di ricerca.
      </p>
      <ul ref={list} tabIndex={-1} className="card rounded-l" aria-label="I tuoi domini">
        {data.domains.map((domain) => (
          <DomainRow
            key={domain.domain}
            domain={domain}
            host={data.host}
            canonical={canonical}
            // The focused button disappears with its row.
            onRemoved={() => list.current?.focus()}
          />
        ))}
      </ul>
      {data.can_add ? <NewDomainForm /> : <AskProvider />}
    </div>
  )
}

function AskProvider() {
  const { data: provider } = useQuery(providerQuery)
  return (
    <p>
      <span>{'Vuoi usare un dominio tuo, per esempio www.tuosalone.it? '}</span>
      {provider ? (
        <span>
          <span>{`Scrivi a ${provider.name}: `}</span>
          <a href={`mailto:${provider.email}`}>{provider.email}</a>.
        </span>
      ) : (
        <span>Scrivi all’assistenza.</span>
      )}
    </p>
  )
}
