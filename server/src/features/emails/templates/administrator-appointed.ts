import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findMailUser, findUser } from '../../accounts/users/users.repository.ts'
import { findAuditValues } from '../../audit/audit.repository.ts'
import type { EmailTemplate } from './template.ts'

/** To an administrator, about a new one. */
export const administratorAppointed: EmailTemplate = async (ctx, { business }, { record_id, deduplication_key }) => {
  const recipient = await findMailUser(ctx, record_id)
  const change = await findAuditValues(ctx, Number(deduplication_key.split(':').at(-1)))
  const appointed = change?.subject_id ? await findUser(ctx, change.subject_id) : undefined
  if (!recipient || !change || appointed?.role !== 'admin') return { dropped: 'gone' }
  return {
    to: recipient.confirmed_email,
    content: {
      subject: `C’è un nuovo amministratore di ${business.name}`,
      preheader: 'Può gestire utenti, impostazioni e dati dei clienti.',
      heading: 'C’è un nuovo amministratore',
      paragraphs: [
        `Ciao ${withoutLinks(recipient.name)}, nell’area amministrativa di ${business.name} c’è un nuovo amministratore: può gestire utenti, impostazioni e dati dei clienti.`,
        'Se era previsto, non devi fare altro. Altrimenti cambia il suo ruolo nell’elenco degli utenti e la tua password: nel Registro attività vedi quando è successo e da dove.',
      ],
      facts: [
        { label: 'Nome', value: withoutLinks(`${appointed.name} ${appointed.surname}`) },
        { label: 'Nominato da', value: withoutLinks(change.actor) },
      ],
      action: { label: 'Apri l’elenco degli utenti', url: `${business.origin}/user` },
    },
  }
}
