import { proposalPath } from '@prenoto/core/proposals/proposal-address.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findProposal, findProposedCustomer } from '../../proposals/proposals.repository.ts'
import { readProposal } from '../../proposals/read-proposal.ts'
import type { EmailTemplate } from './template.ts'
import { formatWhen, replyHint, replyToBusiness } from './visit.ts'

/** To a customer to whom staff propose hours. */
export const proposal: EmailTemplate = async (ctx, mail, { record_id }) => {
  const stored = await findProposal(ctx, { id: record_id })
  const open = await readProposal(ctx, { id: record_id })
  if (!stored || !open) return { dropped: 'gone' }
  const customer = await findProposedCustomer(ctx, stored.customer_id)
  if (!customer) return { dropped: 'restricted' }
  const until = `${toShortTime(open.until_hour)} di ${formatDay(open.until_day)}`
  return {
    to: customer.email,
    replyTo: replyToBusiness(mail),
    content: {
      subject: `Scegli il tuo orario da ${mail.business.name}`,
      preheader: `Teniamo questi orari per te fino alle ${until}.`,
      heading: 'Scegli il tuo orario',
      paragraphs: [
        `Ciao ${withoutLinks(customer.name)}, questi orari da ${mail.business.name} sono liberi per te: li teniamo fino alle ${until}. Apri la pagina e tocca quello che preferisci.`,
        ...replyHint(mail),
      ],
      facts: [
        { label: 'Servizio', value: open.service_name },
        ...open.hours.map((hour, i) => ({
          label: i === 0 ? 'Orari' : 'Oppure',
          value: `${formatWhen(hour)}${hour.calendar_name && ` con ${hour.calendar_name}`}`,
        })),
      ],
      action: { label: 'Scegli il tuo orario', url: mail.business.origin + proposalPath(open.hidden_id) },
    },
  }
}
