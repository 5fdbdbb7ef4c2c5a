import { readableTextOn } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import type { MailBrand, MailContent, RenderMail } from '@prenoto/core/emails/email-content.ts'
import type { Provider } from '@prenoto/core/pages/page-data.ts'
import { cleanContent, oneLine, withoutLinks } from '../../outbox/clean-text.ts'
import type { Mail } from '../../outbox/mailer.ts'
import { hashMessageId } from '../../outbox/message-id.ts'
import { plainText } from '../../outbox/plain-text.ts'
import type { Requested } from './sign-up-token.ts'

/** `origin`: of the provider's domain; `domain`: of the business. */
type Sent = Pick<Requested, 'name' | 'email'> & { domain: string; origin: string; link: string; provider: Provider }

type Render = (...mail: Parameters<RenderMail>) => Promise<string>

/** The e-mail with the link of a sign-up, in the provider's name. */
export async function signUpMail({ name, email, domain, origin, link, provider }: Sent, render: Render): Promise<Mail> {
  const brand: MailBrand = {
    name: oneLine(provider.name),
    site: origin,
    color: DEFAULT_PRIMARY_COLOR,
    textColor: readableTextOn(DEFAULT_PRIMARY_COLOR),
    contacts: [{ channel: 'email', label: 'Email', text: provider.email, href: `mailto:${provider.email}` }],
  }
  const content = cleanContent(writeContent(withoutLinks(name), { domain, link, provider }))
  return {
    kind: 'sign-up',
    fromName: brand.name,
    to: email,
    isByStaff: false,
    replyTo: provider.email,
    messageId: hashMessageId(0, link),
    subject: content.subject,
    html: await render(brand, content),
    text: plainText(brand, content),
  }
}

const writeContent = (
  name: string,
  { domain, link, provider }: Pick<Sent, 'domain' | 'link' | 'provider'>,
): MailContent => ({
  subject: 'Conferma e apri la tua attività',
  preheader: `Manca un passo per aprire la tua attività su ${provider.name}.`,
  heading: 'Manca un passo',
  paragraphs: [
    'Apri il link e conferma: l’attività si apre solo allora, e ti guidiamo nei primi passi.',
    'Il link vale 24 ore e si può usare una volta sola. Se non hai chiesto tu di aprire un’attività, ignora questa email: non è stato creato nulla e non conserviamo nulla.',
  ],
  facts: [
    { label: 'Attività', value: name },
    { label: 'Indirizzo', value: withoutLinks(domain) },
  ],
  action: { label: 'Conferma e apri', url: link },
})
