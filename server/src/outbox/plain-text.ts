import type { MailBrand, MailContent } from '@prenoto/core/mail/mail-data.ts'

/** The same message for whoever reads without HTML. */
export function plainText({ name, site, contacts }: MailBrand, content: MailContent): string {
  const { heading, paragraphs, facts, quote, action, alternative } = content
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    quote?.replaceAll(/^/gm, '> '),
    action && `${action.label}:\n${action.url}`,
    alternative && `${alternative.text} ${alternative.link.label}:\n${alternative.link.url}`,
    // What follows this mark is a signature to mail programs.
    ['-- ', name, ...contacts.map(({ label, text }) => `${label}: ${text}`), site].join('\n'),
  ]
  return `${blocks.filter((block) => block).join('\n\n')}\n`
}
