import type { Fact, MailBrand, MailContent } from '@prenoto/core/emails/email-content.ts'

/** The block of each part of an e-mail, in this order. */
const BLOCKS: { [K in keyof MailContent]-?: (content: MailContent, site: string) => string | undefined } = {
  subject: () => undefined,
  preheader: () => undefined,
  heading: ({ heading }) => heading,
  facts: ({ facts }, site) => facts.map((fact) => factLines(fact, site)).join('\n'),
  paragraphs: ({ paragraphs }) => paragraphs.join('\n\n'),
  quote: ({ quote }) => quote?.replaceAll(/^/gm, '> '),
  action: ({ action }) => action && `${action.label}:\n${action.url}`,
  alternative: ({ alternative }) => alternative && alternativeLine(alternative),
  unsubscribe: ({ unsubscribe }) => unsubscribe && `${unsubscribe.label}:\n${unsubscribe.url}`,
}

/** The plain-text alternative of an e-mail. */
export function plainText({ name, site, contacts }: MailBrand, content: MailContent): string {
  const blocks = [
    ...Object.values(BLOCKS).map((write) => write(content, site)),
    // Mail programs treat the text after this mark as a signature.
    ['-- ', name, ...contacts.map(({ label, text }) => `${label}: ${text}`), site].join('\n'),
  ]
  return `${blocks.filter((block) => block).join('\n\n')}\n`
}

const alternativeLine = ({ text, link }: NonNullable<MailContent['alternative']>) =>
  link.url.startsWith('tel:') ? `${text} ${link.label}.` : `${text} ${link.label}:\n${link.url}`

/** Shows only links to the site; others, such as tel:, repeat the value. */
function factLines({ label, value, href, previous }: Fact, site: string) {
  const line = `${label}${label.endsWith('.') ? '' : ':'} ${value}${previous ? ` (prima: ${previous})` : ''}`
  return href?.startsWith(`${site}/`) ? `${line}\n  ${href}` : line
}
