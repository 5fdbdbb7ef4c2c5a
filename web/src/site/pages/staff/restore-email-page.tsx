import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { readEmailLink, restoreEmail } from '@prenoto/core/session/account.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import { goTo } from '../../../lib/paths.ts'
import { LinkActionCard } from './link-action-card.tsx'

async function readToken(token: string) {
  const link = await api(readEmailLink, { body: { token } })
  return link.purpose === 'restore' ? link : undefined
}

async function restore(token: string) {
  const { path } = await api(restoreEmail, { body: { token } })
  goTo(path)
}

export const isBare = true

export const content = ({ configuration }: PageDataWith<'configuration'>) => (
  <RestoreEmailPage configuration={configuration} />
)

export const RestoreEmailPage = ({ configuration }: { configuration: Configuration }) => (
  <LinkActionCard
    configuration={configuration}
    title="Riprendi il tuo accesso"
    text={(email) => (
      <>
        <span>{`${email ? `Torni ad accedere come ${email}. ` : 'Torni ad accedere con l’email di prima. '}Chiunque sia entrato al posto tuo viene scollegato, e scegli subito una nuova password. Se l’email l’hai cambiata tu, chiudi questa pagina.`}</span>
        <noscript> Per riprendere il tuo accesso attiva JavaScript.</noscript>
      </>
    )}
    button="Riprendi il tuo accesso"
    read={readToken}
    act={restore}
  />
)
