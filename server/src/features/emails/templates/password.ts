import type { MailContent } from '@prenoto/core/emails/email-content.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { makePasswordLink } from '../../accounts/session/passwords/make-password-link.ts'
import { findMailUser } from '../../accounts/users/users.repository.ts'
import type { EmailTemplate, MailContext } from './template.ts'

const ONE_TIME_HINT = 'Il link vale 24 ore e si può usare una volta sola.'

type Recipient = NonNullable<Awaited<ReturnType<typeof findMailUser>>>
type Content = (mail: MailContext, user: Recipient) => Omit<MailContent, 'facts' | 'action'>

/** To a user, with a personal one-time link. Dropped if the user cannot log in. */
const withLink =
  (makeContent: Content): EmailTemplate =>
  async (ctx, mail, { record_id }) => {
    const user = await findMailUser(ctx, record_id)
    if (!user) return { dropped: 'gone' }
    const path = await makePasswordLink(ctx, record_id, { isMailed: true })
    if (!path) return { dropped: 'gone' }
    const action = { label: 'Scegli la password', url: `${mail.business.origin}${path}` }
    return { to: user.confirmed_email, content: { ...makeContent(mail, user), facts: [], action } }
  }

export const invitation = withLink(({ business: { name } }, user) => ({
  subject: `Il tuo accesso a ${name}`,
  preheader: `Scegli la password con cui accedere all’area amministrativa di ${name}.`,
  heading: `Il tuo accesso all’area amministrativa di ${name}`,
  paragraphs: [
    `Ciao ${withoutLinks(user.name)}, è stato creato un accesso per te. Scegli la tua password e potrai entrare con questo indirizzo email.`,
    ONE_TIME_HINT,
  ],
}))

export const passwordReset = withLink(({ business: { name } }, user) => ({
  subject: 'Scegli una nuova password',
  preheader: `Per il tuo accesso all’area amministrativa di ${name}.`,
  heading: 'Scegli una nuova password',
  paragraphs: [
    `Ciao ${withoutLinks(user.name)}, ci è stata chiesta una nuova password per il tuo accesso all’area amministrativa di ${name}.`,
    `${ONE_TIME_HINT} Se non l’hai chiesta tu, ignora questa email: la tua password resta quella di prima.`,
    ...addressHint(user),
  ],
}))

/** Explains why an old address gets the e-mail: the new one is not confirmed. */
const addressHint = ({ email, confirmed_email }: Recipient) =>
  email === confirmed_email
    ? []
    : [
        `Scriviamo a questo indirizzo perché quello con cui ora si accede, ${withoutLinks(email)}, non è ancora stato confermato.`,
      ]

export const logInAttempts = withLink(({ business: { name } }, user) => ({
  subject: 'Qualcuno prova a entrare con la tua email',
  preheader: `Tentativi di accesso all’area amministrativa di ${name}.`,
  heading: 'Qualcuno prova a entrare con la tua email',
  paragraphs: [
    `Ciao ${withoutLinks(user.name)}, oggi qualcuno ha provato molte volte a entrare nell’area amministrativa di ${name} con la tua email e una password sbagliata. Fino a domani accettiamo la tua password solo dai dispositivi con cui hai già fatto l’accesso.`,
    `Se devi entrare da un dispositivo nuovo, scegli una nuova password con questo link. ${ONE_TIME_HINT}`,
  ],
}))
