import type { OpenNow } from '../availability/open-now.ts'
import type { ShownHours } from '../availability/shown-hours.ts'
import type { ChosenVisit } from '../bookings/chosen-visit.ts'
import type { ShownVisit } from '../bookings/visit-schema.ts'
import type { Configuration } from '../configuration/configuration-schema.ts'
import type { FieldProblem } from '../contract/problem.ts'
import type { OfferedService } from '../services/service-schema.ts'
import type { ServicePage } from '../services/services.endpoints.ts'
import type { PlainDate } from '../time/plain-date.ts'
import type { PlainTime } from '../time/plain-time.ts'
import type { WaitingEntry } from '../waiting-list/waiting-list-schema.ts'

/** What the provider of the platform is called and where to write to it. */
export type Provider = { name: string; email: string }

/** Why a page cannot be shown: 429 and 503 pass by themselves, 500 is looked up by the request's id. */
export type PageFailure = {
  status: 429 | 500 | 503
  /** In words for visitors: what there was too much of, and when to try again. */
  detail?: string
  request_id: string
  again?: UnansweredForm
}

/** What a browser has sent by itself, to be sent once more: the address with its query, the text of each field. */
export type UnansweredForm = { address: string; fields: Record<string, string> }

/** What a private link of the waiting list is about, without anybody's data. */
export type WaitingLink = Pick<WaitingEntry, 'service_id' | 'service_name' | 'calendar_name' | 'visit_day' | 'part'> & {
  service_duration: number
  /** Decimal text. */
  service_price: string
  ending: 'booked' | 'left' | 'removed' | null
  offer: (NonNullable<WaitingEntry['offer']> & { id: number; seconds_left: number }) | null
  /** The last offer that has ended, where none is in force: refused, or its time ran out; and whether anybody can book that hour. */
  ended: { visit_hour: PlainTime; is_refused: boolean; is_free: boolean } | null
}

/** The privacy text of the business, with the words that stand for its data, and since when it is in force. */
export type ShownPrivacyText = { text: string; version: string; since?: PlainDate }

/** The fragment with which the home page says that a booking was cancelled. */
export const CANCELLED = '#prenotazione-eliminata'

/** The fragment with which the home page says that a booking was left as it is. */
export const KEPT = '#prenotazione-confermata'

/** The fragment with which its own page says that a visit was moved. */
export const RESCHEDULED = '#prenotazione-modificata'

/** The fragment with which the page of a waiting list's offer says that the offer which was pressed has ended. */
export const OFFER_ENDED = '#posto-scaduto'

/** The page of thanks, with a fragment that tells it of a visit which no script of this browser has booked. */
export const BOOKED_BY_FORM = '/thank_you#prenotazione-effettuata'

/** The fragment with which the pages that have a contact form say that it was sent. */
export const CONTACTED = '#richiesta-inviata'

/** What a browser has sent by itself and was refused: its text by field, and why, at its fields or in one sentence. */
export type RefusedForm = { typed: Record<string, string>; problems?: FieldProblem[]; refusal?: string }

/** What the form of a booking page begins with. */
export type BegunBooking = Partial<RefusedForm> & {
  /** The idempotency key under which it books, whoever sends it: the browser by itself, or the page's script. */
  key: string
}

/**
 * All that a public page needs, read once on the server: it renders the page from this,
 * and the browser takes over with the same data.
 */
export type PageData = {
  /** https://example.it, without a trailing slash. */
  origin: string
  /** The path below the origin, as requested, without the query. */
  path: string
  /** Today in the zone of the business. */
  today: PlainDate
  provider: Provider
  /** Absent on a domain that is unknown or suspended. */
  configuration?: Configuration
  /** When the business, or the calendars of the shown service, are open, and whether they were as the page was made; where services are shown. */
  hours?: ShownHours & { now: OpenNow }
  /** The first page of services, on / and /client_service. */
  services?: ServicePage
  /** The service of a booking page, null when there is none with that id; or that of a visit which is being moved. */
  service?: OfferedService | null
  /** What the address of one of these pages has chosen. */
  chosen?: ChosenVisit
  /** On a booking page whose hour is chosen. */
  booking?: BegunBooking
  /** On a page whose contact form was refused. */
  contact?: RefusedForm
  /** The visit of a private link, to be seen or cancelled; null when it is worth nothing, or nothing any more. */
  visit?: ShownVisit | null
  /** What the link of a waiting list is about; null when it is worth nothing, or nothing any more. */
  waiting?: WaitingLink | null
  /** Whether another site shows the page within its own. */
  isEmbedded?: boolean
  /** On /privacy. */
  privacy?: ShownPrivacyText
  /** Shown in place of the page, in the looks of the business where `configuration` is still known. */
  failure?: PageFailure
}

/** The data of a page that is shown only where these parts of it are there. */
export type PageDataWith<K extends keyof PageData> = PageData & { [P in K]-?: NonNullable<PageData[P]> }

/** The built files a page loads, relative to the origin. */
export type PageAssets = { scripts: string[]; styles: string[]; preloads: string[] }

/** The same for both halves of the site, which share no file but the typeface; `pages`: the scripts of one public page alone. */
export type SiteAssets = { public: PageAssets; admin: PageAssets; pages: Record<string, string[]> }

/** A whole document, with the text of the one style that stands in it. */
export type RenderedPage = { status: number; html: string; style: string }

/**
 * The one function the web's server entry exports as `render`: the whole document.
 * Of the back office only the shell, which the browser fills; of what needs no script a page without any. The status is 403 on an unknown domain, 404 for a page or service that does not exist.
 * The `nonce` is for styles that scripts add: absent, the page is the same for everybody and adds none.
 */
export type RenderPage = (data: PageData, options: { nonce?: string; assets: SiteAssets }) => RenderedPage
