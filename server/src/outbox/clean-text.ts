import type { MailContent } from '@prenoto/core/mail/mail-data.ts'

/** Signs that turn the direction of what follows, or of the whole line, and show nothing themselves. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Longer subjects are cut by every mail program, and headers want to be short. */
const LONGEST_SUBJECT = 150

/** Without line breaks, other control characters and signs of direction: fit for a header. */
export const oneLine = (text: string, longest = 300) => {
  const line = text
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/[\p{Cc}\u2028\u2029 ]+/gu, ' ')
    .toWellFormed()
    .trim()
  const letters = [...line]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : line
}

/**
 * What strangers typed as their name, so that no mail program makes a link of it: behind each sign that an address is made
 * of stands a break that nobody sees.
 */
export const unlinked = (name: string) => name.replaceAll(/([.:@/\\])(?=\S)/g, '$1\u200b')

/** As `oneLine`, for several lines, with the line breaks. */
const severalLines = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()

/** Whatever was typed somewhere, a message holds plain text of bearable length. */
export const cleanContent = (content: MailContent): MailContent => ({
  ...content,
  subject: oneLine(content.subject, LONGEST_SUBJECT),
  preheader: oneLine(content.preheader, LONGEST_SUBJECT),
  heading: oneLine(content.heading),
  paragraphs: content.paragraphs.map((paragraph) => oneLine(paragraph, 1_000)),
  facts: content.facts.map((fact) => ({
    ...fact,
    value: oneLine(fact.value),
    previous: fact.previous && oneLine(fact.previous),
  })),
  quote: content.quote && severalLines(content.quote),
})
