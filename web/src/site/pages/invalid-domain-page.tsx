import type { PageData, Provider } from '@prenoto/core/pages/page-data.ts'
import { Unplug } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusPage } from './status-page.tsx'

export const content = ({ configuration, provider }: PageData) => (
  <InvalidDomainPage provider={provider} isKnown={configuration !== undefined} />
)

/** `isKnown`: the domain is valid, but the visitor has opened this address. */
export function InvalidDomainPage({ provider, isKnown }: { provider: Provider; isKnown: boolean }) {
  return (
    <StatusPage
      Icon={Unplug}
      title="Dominio non riconosciuto"
      text={
        <>
          <p>Il dominio non è stato riconosciuto oppure è stato disattivato.</p>
          <p>
            <span>{`Per assistenza scrivi a ${provider.name}: `}</span>
            <a href={`mailto:${provider.email}`}>{provider.email}</a>
          </p>
        </>
      }
    >
      {isKnown && (
        <ButtonLink look="quiet" href={paths.home}>
          Torna alla home
        </ButtonLink>
      )}
    </StatusPage>
  )
}
