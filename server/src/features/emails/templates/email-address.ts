import { withoutLinks } from '../../../outbox/clean-text.ts'
import { isSuperseded } from '../../../outbox/messages.repository.ts'
import { makeConfirmEmailLink, makeRestoreEmailLink } from '../../accounts/session/make-email-link.ts'
import { findMailUser } from '../../accounts/users/users.repository.ts'
import { findMailPreviousEmail } from './email-records.repository.ts'
import type { EmailTemplate } from './template.ts'

/** To a user's previous address, with a link that restores it. */
export const emailChanged: EmailTemplate = async (ctx, { business }, message) => {
  const previous = await findMailPreviousEmail(ctx, message.record_id)
  if (!previous) return { dropped: 'gone' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  const path = await makeRestoreEmailLink(ctx, previous)
  return {
    to: previous.email,
    content: {
      subject: 'La tua email di accesso è cambiata',
      preheader: `Per il tuo accesso all’area amministrativa di ${business.name}.`,
      heading: 'La tua email di accesso è cambiata',
      paragraphs: [
        `Ciao ${withoutLinks(previous.name)}, l’email con cui accedi all’area amministrativa di ${business.name} è stata cambiata. Se l’hai voluto tu, non devi fare altro.`,
        'Se non l’hai voluto tu, riprendi il tuo accesso: torna a valere questo indirizzo, chiunque sia entrato al posto tuo viene scollegato e scegli una nuova password. Il link vale 7 giorni.',
      ],
      facts: [{ label: 'Nuova email', value: withoutLinks(previous.present_email) }],
      action: { label: 'Riprendi il tuo accesso', url: `${business.origin}${path}` },
    },
  }
}

/** To a user's new address, with a link that confirms it. */
export const emailConfirmation: EmailTemplate = async (ctx, { business }, message) => {
  const user = await findMailUser(ctx, message.record_id)
  if (!user || user.is_email_confirmed) return { dropped: 'gone' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  const path = await makeConfirmEmailLink(ctx, user.id, user.email)
  return {
    to: user.email,
    content: {
      subject: 'Conferma la tua nuova email',
      preheader: `Per il tuo accesso all’area amministrativa di ${business.name}.`,
      heading: 'Conferma la tua nuova email',
      paragraphs: [
        `Ciao ${withoutLinks(user.name)}, questo è ora l’indirizzo con cui accedi all’area amministrativa di ${business.name}. Confermalo con la tua password: fino ad allora, se la dimentichi, ti scriviamo all’indirizzo di prima.`,
        'Il link vale 7 giorni. Se non ne sai nulla, ignora questa email.',
      ],
      facts: [],
      action: { label: 'Conferma l’indirizzo', url: `${business.origin}${path}` },
    },
  }
}
