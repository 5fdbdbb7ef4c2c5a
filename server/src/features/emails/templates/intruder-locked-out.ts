import { lockOutEffects } from '@prenoto/core/session/lock-out-effects.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findNewDeviceLogIn } from '../../accounts/session/devices/new-device.repository.ts'
import { findMailUser } from '../../accounts/users/users.repository.ts'
import type { EmailTemplate } from './template.ts'

/** To a user whose link 'Non sono stato io' has locked out an intruder, with what it undid. */
export const intruderLockedOut: EmailTemplate = async (ctx, { business }, { record_id }) => {
  const logIn = await findNewDeviceLogIn(ctx, record_id)
  const user = logIn && (await findMailUser(ctx, logIn.user_id))
  if (!user) return { dropped: 'gone' }
  return {
    to: user.confirmed_email,
    content: {
      subject: 'Tutti i dispositivi sono scollegati',
      preheader: `Dal tuo accesso all’area amministrativa di ${business.name}.`,
      heading: 'Tutti i dispositivi sono scollegati',
      paragraphs: [
        `Ciao ${withoutLinks(user.name)}, con il link «Non sono stato io» abbiamo scollegato tutti i dispositivi dall’area amministrativa di ${business.name}. La password di prima non vale più: se non l’hai ancora fatto, scegline una nuova.`,
        'Nel Registro attività gli amministratori vedono che cosa è stato fatto nel frattempo con il tuo accesso.',
      ],
      facts: logIn.effects.map((effect) => lockOutEffects[effect]),
      action: { label: 'Scegli una nuova password', url: `${business.origin}/forgot_password` },
    },
  }
}
