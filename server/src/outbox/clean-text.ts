import { holdsLink } from '@prenoto/core/fields/web-address.ts'
import type { MailContent } from '@prenoto/core/mail/mail-data.ts'

/** Invisible characters that change the text direction. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Mail programs truncate longer subjects. */
const MAX_SUBJECT = 150

/** Without line breaks, control characters and text direction, so that it is safe in a header. */
export const oneLine = (text: string, maxLength = 300) => {
  const line = text
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/[\p{Cc}\u2028\u2029 ]+/gu, ' ')
    .toWellFormed()
    .trim()
  const letters = [...line]
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : line
}

/** Inserts zero-width spaces into a name that a visitor typed, so that mail programs make no link of it. */
export const withoutLinks = (name: string) => name.replaceAll(/([.:@/\\])(?=\S)/g, '$1\u200b')

/** `withoutLinks` for a text in which mail programs may see a link. */
export const withoutLink = (text: string) => (holdsLink(text) ? withoutLinks(text) : text)

/** Like `oneLine`, but keeps line breaks. */
const severalLines = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()

/** Cleans and shortens all texts of a message, whatever users have typed. */
export const cleanContent = (content: MailContent): MailContent => ({
  ...content,
  subject: oneLine(content.subject, MAX_SUBJECT),
  preheader: oneLine(content.preheader, MAX_SUBJECT),
  heading: oneLine(content.heading),
  paragraphs: content.paragraphs.map((paragraph) => oneLine(paragraph, 1_000)),
  facts: content.facts.map((fact) => ({
    ...fact,
    value: oneLine(fact.value),
    previous: fact.previous && oneLine(fact.previous),
  })),
  quote: content.quote && severalLines(content.quote),
})

/** Removes links from all texts that a business may have typed; facts and actions with a link of ours keep it. */
export const withoutTypedLinks = (content: MailContent): MailContent => ({
  ...content,
  subject: withoutLink(content.subject),
  preheader: withoutLink(content.preheader),
  heading: withoutLink(content.heading),
  paragraphs: content.paragraphs.map(withoutLink),
  facts: content.facts.map((fact) =>
    fact.href
      ? fact
      : { ...fact, value: withoutLink(fact.value), previous: fact.previous && withoutLink(fact.previous) },
  ),
})
