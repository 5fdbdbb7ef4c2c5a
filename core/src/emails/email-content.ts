import type { Contact } from '../configuration/contacts.ts'

type Link = { label: string; url: string }

/**
 * A label with its value and, after a change, the previous value. `href` makes the value a link; a `long` one keeps its lines
 * and its length.
 */
export type Fact = { label: string; value: string; href?: string; previous?: string; long?: true }

/** The content of an e-mail, for both its HTML and its plain-text form. Contains no markup. */
export type MailContent = {
  subject: string
  /** The preview that mail programs show beside the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  facts: Fact[]
  /** A text that a visitor wrote, unchanged. */
  quote?: string
  /** The main action of the e-mail. */
  action?: Link
  /** A secondary link with the sentence before it. */
  alternative?: { text: string; link: Link }
  /** Stops this kind of e-mail: a page with a button. A POST to `/stop` below it stops it at once. */
  unsubscribe?: Link
}

/** The business that sends the e-mail. URLs are absolute. */
export type MailBrand = {
  name: string
  site: string
  /** A PNG of the size MAIL_LOGO; absent for a business without a logo. */
  logo?: string
  color: string
  textColor: string
  contacts: Contact[]
}

/** The function that the web's mail entry exports as `renderMail`: returns the whole HTML document. */
export type RenderMail = (brand: MailBrand, content: MailContent) => string
