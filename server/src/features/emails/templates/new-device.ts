import { formatDate } from '@prenoto/core/time/format.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { describeDevice, describePlace } from '../../accounts/session/devices/describe-device.ts'
import { findNewDeviceLogIn } from '../../accounts/session/devices/new-device.repository.ts'
import { makeDeviceLink } from '../../accounts/session/devices/report-new-device.ts'
import { findMailUser } from '../../accounts/users/users.repository.ts'
import type { EmailTemplate } from './template.ts'

/** To a user after a log-in on a new device, with a link that locks out an intruder. */
export const newDevice: EmailTemplate = async (ctx, { business }, { record_id }) => {
  const logIn = await findNewDeviceLogIn(ctx, record_id)
  const user = logIn && (await findMailUser(ctx, logIn.user_id))
  if (!user) return { dropped: 'gone' }
  const path = await makeDeviceLink(ctx, logIn)
  const { date, minutes } = localTimeAt(logIn.created_at.epochMilliseconds, ctx.tenant.time_zone)
  return {
    to: user.confirmed_email,
    content: {
      subject: 'Accesso da un dispositivo nuovo',
      preheader: `Al tuo accesso all’area amministrativa di ${business.name}.`,
      heading: 'Accesso da un dispositivo nuovo',
      paragraphs: [
        `Ciao ${withoutLinks(user.name)}, con la tua password qualcuno è appena entrato nell’area amministrativa di ${business.name} da un dispositivo che non conosciamo. Se sei tu, non devi fare altro.`,
        'Se non sei tu, premi il pulsante: scolleghiamo tutti i dispositivi, annulliamo i cambi di email e di verifica in due passaggi fatti da allora, e scegli subito una nuova password. Il link vale 7 giorni.',
      ],
      facts: [
        { label: 'Quando', value: `${formatDate(date)} alle ${toShortTime(toPlainTime(minutes))}` },
        { label: 'Browser', value: withoutLinks(describeDevice(logIn.user_agent)) },
        { label: 'Indirizzo', value: withoutLinks(describePlace(logIn.address)) },
      ],
      action: { label: 'Non sono stato io', url: `${business.origin}${path}` },
    },
  }
}
