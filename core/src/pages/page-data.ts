import type { OpenNow } from '../availability/open-now.ts'
import type { ShownHours } from '../availability/shown-hours.ts'
import type { ChosenVisit } from '../bookings/chosen-visit.ts'
import type { Visit } from '../bookings/visit-fields.ts'
import type { ShownVisit } from '../bookings/visit-schema.ts'
import type { Configuration } from '../configuration/configuration-schema.ts'
import type { FieldProblem } from '../contract/problem.ts'
import type { MyBookings } from '../my-bookings/my-bookings.ts'
import type { Proposal } from '../proposals/proposal-schema.ts'
import type { OfferedService } from '../services/service-schema.ts'
import type { ServicePage } from '../services/services.endpoints.ts'
import type { VisitService } from '../services/visit-services.ts'
import type { TextChannelName, VisitTexts } from '../text-messages/text-channels.ts'
import type { PlainDate } from '../time/plain-date.ts'
import type { PlainTime } from '../time/plain-time.ts'
import type { WaitingEntry } from '../waiting-list/waiting-list-schema.ts'

/** The name and e-mail address of the platform's provider. */
export type Provider = { name: string; email: string }

/** The reason why a page cannot be shown: 429 and 503 are temporary, 500 is found in the log by the request's id. */
export type PageFailure = {
  status: 429 | 500 | 503
  /** Italian text for visitors: the limit that was exceeded and when to try again. */
  detail?: string
  request_id: string
  again?: UnansweredForm
}

/** A form sent without a script, to be resent: the address with its query, the text of each field. */
export type UnansweredForm = { address: string; fields: Record<string, string> }

/** The waiting-list entry behind a private link, without personal data. */
export type WaitingLink = Omit<Visit, 'visit_hour' | 'calendar_id'> & {
  part: WaitingEntry['part']
  ending: 'booked' | 'left' | 'removed' | null
  offer: (NonNullable<WaitingEntry['offer']> & { id: number; seconds_left: number }) | null
  /** The last refused or expired offer, if none is active; `is_free`: visitors can still book that slot. */
  ended: { visit_hour: PlainTime; is_refused: boolean; is_free: boolean } | null
}

/** A proposal behind a private link, without personal data. */
export type ProposalLink =
  | (Omit<Proposal, 'id' | 'hidden_id'> & {
      state: 'open'
      service_duration: number
      service_price: string
      varies?: boolean
    })
  | { state: 'booked'; visit: Visit; hidden_id: string }
  | { state: 'ended'; service_id: number; services: VisitService[] | null }

/** The privacy text of the business, with placeholders for its data, and the day it took effect. */
export type ShownPrivacyText = {
  text: string
  version: string
  since?: PlainDate
  keepsHealthData: boolean
  textChannels: TextChannelName[]
}

/** The fragment that makes the home page confirm a cancellation. */
export const CANCELLED = '#prenotazione-eliminata'

/** The fragment that makes the home page confirm that the visitor did not cancel. */
export const KEPT = '#prenotazione-confermata'

/** The fragment that makes the visit's page confirm that it was rescheduled. */
export const RESCHEDULED = '#prenotazione-modificata'

/** The fragment that makes the offer's page say that the accepted offer has already ended. */
export const OFFER_ENDED = '#posto-scaduto'

/** The thank-you page with the fragment for a booking made by a form without a script. */
export const BOOKED_BY_FORM = '/thank_you#prenotazione-effettuata'

/** The fragment that makes a page with a contact form confirm that the request was sent. */
export const CONTACTED = '#richiesta-inviata'

/** A refused form that was sent without a script: its texts by field, and the problems by field or one sentence. */
export type RefusedForm = { typed: Record<string, string>; problems?: FieldProblem[]; refusal?: string }

/** The initial state of the form on a booking page. */
export type BegunBooking = Partial<RefusedForm> & {
  /** The idempotency key of the booking, with or without a script. */
  key: string
}

/** The state of the link in the e-mail. */
export type SignUpLink =
  | { state: 'open'; name: string; email: string; address: string; refused?: RefusedForm }
  /** The link has opened a business; `site`, its origin, is absent if that is suspended or deleted, `hasPassword`: of its owner. */
  | { state: 'used'; site?: string; hasPassword: boolean }
  | { state: 'expired' | 'unknown' }

/** `domain`: the provider's, below which the businesses are. */
export type SignUpPage = { domain: string } & (
  | { name: 'home'; form?: RefusedForm }
  | { name: 'link'; link: SignUpLink }
  | { name: 'sent' | 'privacy' | 'not-found' }
)

/**
 * The first page of an installation without a business. `host`: proposed as the domain, if it can be one; `logIn`: the
 * address of the opened business's log-in, for a domain that is not `host`.
 */
export type SetUpPage = { host: string; form?: RefusedForm } | { host: string; domain: string; logIn: string }

/**
 * All data of a public page. The server reads it once and renders the page from it;
 * the browser hydrates the page with the same data.
 */
export type PageData = {
  /** https://example.it, without a trailing slash. */
  origin: string
  /** The path below the origin, as requested, without the query. */
  path: string
  /** Today in the zone of the business. */
  today: PlainDate
  provider: Provider
  /** Absent on an unknown or suspended domain. */
  configuration?: Configuration
  /** Opening hours of the business or the service's calendars, on pages with services; `now`: at render time. */
  hours?: ShownHours & { now: OpenNow }
  /** The first page of services, on / and /client_service. */
  services?: ServicePage
  /** The service of a booking page (null for an unknown id) or of a visit that is being rescheduled. */
  service?: OfferedService | null
  /** The day, slot and calendar that the address of these pages chooses. */
  chosen?: ChosenVisit
  /** The query of links to pages with services, '?da=google': where the visitor comes from. */
  sourceQuery?: string
  /** On a booking page with a chosen slot. */
  booking?: BegunBooking
  /** On a booking page: the label of the consent to text messages; absent if the business sends none. */
  textConsent?: string
  /** On a page with a refused contact form, or a refused request for a link. */
  contact?: RefusedForm
  /** The visit of a private link, to view or cancel; null when the link is unknown or no longer valid. */
  visit?: ShownVisit | null
  /** On the page of a visit: whether its customer wants text messages; absent if they were never asked. */
  visitTexts?: VisitTexts
  /** The entry behind a waiting-list link; null when the link is unknown or no longer valid. */
  waiting?: WaitingLink | null
  /** On the page that stops the messages after visits; null when the link is unknown. */
  afterVisit?: { isWanted: boolean } | null
  /** On the page of a reminder to come back: its day, or the weeks to propose; null when there can be none. */
  comeBack?: { dueOn?: PlainDate | undefined; weeks: number } | null
  /** The proposal behind a private link; null when the link is unknown. */
  proposal?: ProposalLink | null
  /** On /my_bookings; null without a valid link or remembered device. */
  myBookings?: MyBookings | null
  /** Whether another site embeds the page. */
  isEmbedded?: boolean
  /** On /privacy. */
  privacy?: ShownPrivacyText
  /** On the provider's own domain, where businesses are opened. */
  signUp?: SignUpPage
  /** On every domain of an installation without a business. */
  setUp?: SetUpPage
  /** The failure to show in place of the page, in the colours of the business if `configuration` is known. */
  failure?: PageFailure
}

/** Page data in which the parts K are present. */
export type PageDataWith<K extends keyof PageData> = PageData & { [P in K]-?: NonNullable<PageData[P]> }

/** The built files a page loads, relative to the origin. */
export type PageAssets = { scripts: string[]; styles: string[]; preloads: string[] }

/** The built files of the public site and the back office; `pages`: scripts that only one public page loads. */
export type SiteAssets = { public: PageAssets; signUp: PageAssets; admin: PageAssets; pages: Record<string, string[]> }

/** A whole HTML document and the text of its one inline style. */
export type RenderedPage = { status: number; html: string; style: string }

/**
 * The function that the web's server entry exports as `render`: returns the whole document.
 * The back office gets only its shell; pages that need no script get none.
 * The status is 403 on an unknown domain and 404 for an unknown page or service.
 * The `nonce` is for styles that scripts add; without it the page is cacheable and scripts add no styles.
 */
export type RenderPage = (data: PageData, options: { nonce?: string; assets: SiteAssets }) => RenderedPage
