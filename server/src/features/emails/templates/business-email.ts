import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findAuditValues } from '../../audit/audit.repository.ts'
import { type EmailTemplate, isAddress } from './template.ts'

/** To the former address of the business, which gets no more notices of bookings. */
export const businessEmailChanged: EmailTemplate = async (ctx, { business }, { record_id }) => {
  const change = await findAuditValues(ctx, record_id)
  const [former, present] = [String(change?.before?.email ?? ''), String(change?.after?.email ?? '')]
  if (!change || !isAddress(former)) return { dropped: 'gone' }
  return {
    to: former,
    content: {
      subject: `L’email di ${business.name} è cambiata`,
      preheader: 'Gli avvisi delle prenotazioni non arrivano più a questo indirizzo.',
      heading: 'L’email della tua attività è cambiata',
      paragraphs: [
        `Buongiorno, ${withoutLinks(change.actor)} ha cambiato l’email di ${business.name} nelle impostazioni. D’ora in poi gli avvisi delle prenotazioni e le risposte dei clienti arrivano al nuovo indirizzo.`,
        'Se l’avete voluto voi, non dovete fare altro. Altrimenti un amministratore può rimettere questo indirizzo nelle impostazioni; nel Registro attività si vede chi l’ha cambiato e quando.',
      ],
      facts: [{ label: 'Nuova email', value: withoutLinks(present) }],
      action: { label: 'Apri le impostazioni', url: `${business.origin}/setting` },
    },
  }
}
