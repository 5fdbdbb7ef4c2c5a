import type { Fact, MailContent } from '@prenoto/core/emails/email-content.ts'
import { holdsLink } from '@prenoto/core/fields/web-address.ts'

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

type PartChanges = { [K in keyof MailContent]-?: (part: NonNullable<MailContent[K]>) => NonNullable<MailContent[K]> }

const changeParts = (content: MailContent, changes: PartChanges) =>
  Object.fromEntries(
    Object.entries(content).map(([name, part]) => [name, part && changes[name as keyof MailContent](part as never)]),
  ) as MailContent

const unchanged = <Part>(part: Part) => part

const changeFact = (fact: Fact, change: (text: string) => string): Fact => ({
  ...fact,
  value: change(fact.value),
  previous: fact.previous && change(fact.previous),
})

/** Cleans and shortens all texts of a message, whatever users have typed. */
export const cleanContent = (content: MailContent) =>
  changeParts(content, {
    subject: (subject) => oneLine(subject, MAX_SUBJECT),
    preheader: (preheader) => oneLine(preheader, MAX_SUBJECT),
    heading: (heading) => oneLine(heading),
    paragraphs: (paragraphs) => paragraphs.map((paragraph) => oneLine(paragraph, 1_000)),
    facts: (facts) => facts.map((fact) => changeFact(fact, fact.long ? severalLines : oneLine)),
    quote: severalLines,
    action: unchanged,
    alternative: unchanged,
    unsubscribe: unchanged,
  })

/** Removes links from all texts that a business may have typed; facts and actions keep the server's own links. */
export const withoutTypedLinks = (content: MailContent) =>
  changeParts(content, {
    subject: withoutLink,
    preheader: withoutLink,
    heading: withoutLink,
    paragraphs: (paragraphs) => paragraphs.map(withoutLink),
    facts: (facts) => facts.map((fact) => (fact.href ? fact : changeFact(fact, withoutLink))),
    quote: unchanged,
    action: unchanged,
    alternative: unchanged,
    unsubscribe: unchanged,
  })
