import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findMailUser } from '../../accounts/users/users.repository.ts'
import type { EmailTemplate } from './template.ts'

const NOT_ME =
  'Se non sei stato tu, scegli subito una nuova password con «Password dimenticata?» e avvisa chi gestisce gli accessi della tua attività.'

type Text = { subject: string; text: (business: string) => string }

/** To a user, about a change of their second factors; the link leads to the log-in. */
const about =
  ({ subject, text }: Text): EmailTemplate =>
  async (ctx, { business }, { record_id }) => {
    const user = await findMailUser(ctx, record_id)
    if (!user) return { dropped: 'gone' }
    return {
      to: user.confirmed_email,
      content: {
        subject,
        preheader: `Per il tuo accesso all’area amministrativa di ${business.name}.`,
        heading: subject,
        paragraphs: [`Ciao ${withoutLinks(user.name)}, ${text(business.name)}`, NOT_ME],
        facts: [],
        action: { label: 'Vai all’area amministrativa', url: `${business.origin}/login` },
      },
    }
  }

export const secondFactorAdded = about({
  subject: 'Verifica in due passaggi: qualcosa è stato aggiunto',
  text: (business) =>
    `alla verifica in due passaggi del tuo accesso all’area amministrativa di ${business} è stato aggiunto un metodo, oppure ne sono stati rinnovati i codici di recupero. Se l’hai fatto tu, non devi fare altro.`,
})

export const secondFactorRemoved = about({
  subject: 'Verifica in due passaggi: un metodo è stato tolto',
  text: (business) =>
    `dalla verifica in due passaggi del tuo accesso all’area amministrativa di ${business} è stato tolto un metodo. Se l’hai fatto tu, non devi fare altro.`,
})

export const secondFactorReset = about({
  subject: 'La tua verifica in due passaggi è stata azzerata',
  text: (business) =>
    `chi gestisce gli accessi ha azzerato la verifica in due passaggi del tuo accesso all’area amministrativa di ${business}. Ora entri con la sola password: attivala di nuovo nelle Impostazioni.`,
})

export const recoveryCodeUsed = about({
  subject: 'È stato usato un codice di recupero',
  text: (business) =>
    `qualcuno è entrato nell’area amministrativa di ${business} con la tua password e uno dei tuoi codici di recupero. Se sei stato tu, controlla nelle Impostazioni quanti te ne restano.`,
})
