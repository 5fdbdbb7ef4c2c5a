import type { Contact } from '../configuration/contacts.ts'

type Link = { label: string; url: string }

/** A label with its value and, after a change, the previous value. A value may be a link, such as a telephone number. */
export type Fact = { label: string; value: string; href?: string; previous?: string }

/** What a message says, in whatever form it is shown. Nothing in it is markup. */
export type MailContent = {
  subject: string
  /** What mail programs show beside the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  facts: Fact[]
  /** What somebody wrote, as they wrote it. */
  quote?: string
  /** What most readers will want to do. */
  action?: Link
  /** A sentence that stands before a link of less importance. */
  alternative?: { text: string; link: Link }
}

/** The business in whose name it is sent. Addresses are absolute. */
export type MailBrand = {
  name: string
  site: string
  /** A PNG of the size MAIL_LOGO; absent for a business without a logo. */
  logo?: string
  color: string
  textColor: string
  contacts: Contact[]
}

/** What the web's mail entry exports as `renderMail`: the whole HTML document. */
export type RenderMail = (brand: MailBrand, content: MailContent) => string
