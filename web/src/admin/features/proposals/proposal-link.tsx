import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { internationalNumber, whatsAppLink } from '@prenoto/core/fields/telephone.ts'
import { proposalPath } from '@prenoto/core/proposals/proposal-address.ts'
import type { Proposal } from '@prenoto/core/proposals/proposal-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { MessageCircle } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import { publicOrigin } from '../../lib/public-origin.ts'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'

type ProposalLinkProps = { proposal: Proposal; customer: Pick<Customer, 'name' | 'telephone'> }

/** The hours of a proposal, until when they are held, and its link to copy or to send by WhatsApp. */
export function ProposalLink({ proposal, customer }: ProposalLinkProps) {
  const { app_name } = useConfiguration()
  const { hidden_id, service_name, hours, until_day, until_hour } = proposal
  const link = publicOrigin() + proposalPath(hidden_id)
  const until = `${toShortTime(until_hour)} di ${formatDay(until_day)}`
  const text = `Ciao ${customer.name}, da ${app_name} teniamo questi orari per te fino alle ${until}. Scegli quello che preferisci: ${link}`
  return (
    <div className="grid gap-3 min-w-0">
      <div>
        <p className="semibold">{service_name}</p>
        <ul>
          {hours.map(({ id, visit_day, visit_hour, calendar_name }) => (
            <li key={id}>
              {`${formatDay(visit_day)} alle ${toShortTime(visit_hour)}${calendar_name && ` con ${calendar_name}`}`}
            </li>
          ))}
        </ul>
        <p className="muted text-s">{`Tenuti fino alle ${until}.`}</p>
      </div>
      {/* The link shows the booking, so a user who may not see contacts does not get it. */}
      {hidden_id === '' ? (
        <p>Il link lo riceve il cliente per email.</p>
      ) : (
        <CopyField
          label="Link della proposta"
          value={link}
          texts={{
            button: 'Copia il link',
            copied: 'Link copiato.',
            selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
          }}
        >
          {internationalNumber(customer.telephone) !== '' && (
            <ButtonLink look="soft" href={whatsAppLink(customer.telephone, text)} target="_blank" rel="noreferrer">
              <MessageCircle size={18} aria-hidden="true" />
              Manda su WhatsApp
            </ButtonLink>
          )}
        </CopyField>
      )}
    </div>
  )
}
