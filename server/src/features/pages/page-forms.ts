import { bookSlot } from '@prenoto/core/bookings/book-slot.endpoints.ts'
import { rescheduleVisit } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { cancelBooking } from '@prenoto/core/bookings/cancel-booking.endpoints.ts'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { readChosenVisit } from '@prenoto/core/bookings/read-chosen-visit.ts'
import { comeBackSchema } from '@prenoto/core/come-back/come-back-schema.ts'
import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import { idParam } from '@prenoto/core/contract/pagination.ts'
import { requestMyBookings as requestMyBookingsEndpoint } from '@prenoto/core/my-bookings/my-bookings.endpoints.ts'
import { FORGOTTEN, LINK_SENT } from '@prenoto/core/my-bookings/my-bookings.ts'
import { BOOKED_BY_FORM, CANCELLED, CONTACTED, OFFER_ENDED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { readLinkKey, textLinkQuery } from '@prenoto/core/text-messages/text-link.ts'
import { OFFER } from '@prenoto/core/waiting-list/offer-address.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseAfterVisit, resumeAfterVisit } from '../after-visit/refuse-after-visit.ts'
import { cancelByCustomer } from '../bookings/cancel-booking.ts'
import { confirmVisit } from '../bookings/confirm-visit.ts'
import { rescheduleByCustomer } from '../bookings/reschedule-by-customer.ts'
import { askComeBack, cancelComeBack } from '../come-back/ask-come-back.ts'
import { requestContact } from '../contact/request-contact.ts'
import { forgetAllDevices, forgetDevice, rememberDevice, stopTexts } from '../my-bookings/read-my-bookings.ts'
import { type MyBookingsLimits, requestMyBookings } from '../my-bookings/request-my-bookings.ts'
import { bookProposal } from '../proposals/answer-proposal.ts'
import { restoreConsentOfVisit, withdrawConsentOfVisit } from '../text-messages/consent.ts'
import { bookOffer, leaveWaitingList, refuseOffer } from '../waiting-list/answer-offer.ts'
import {
  AFTER_VISIT,
  BOOKING,
  CANCELLATION,
  COME_BACK,
  HOME,
  MY_BOOKINGS,
  MY_BOOKINGS_LINK,
  PROPOSAL,
  SERVICES,
  VISIT,
  WAITING,
} from './addresses.ts'
import { bookByForm, readFormKey } from './booking-by-form.ts'
import { setDevice, toAccess } from './device-cookie.ts'
import { type FormOptions, type PageForm, serveForm } from './page-form.ts'

type SiteFormOptions = FormOptions & {
  /** Whether the bookings of a visitor are limited. */
  isLimited: boolean
  textChannels: readonly TextChannelName[]
  linkLimits: MyBookingsLimits
}

/** The buttons of a private link. */
const linkButton = { endpoint: { params: cancelBooking.params } }

/** The buttons of 'Le mie prenotazioni'. */
const listButton = { endpoint: {} }

const readOfferId = ({ query }: FastifyRequest) =>
  idParam.safeParse((query as Record<string, unknown>)[OFFER]).data ?? 0

/** Serves all forms of the site. */
export function serveForms(app: FastifyInstance, { isLimited, textChannels, linkLimits, ...options }: SiteFormOptions) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  app.decorateRequest('sentForm', null)
  const serve = <E extends Pick<Endpoint, 'params' | 'body'>>(form: PageForm<E>) => serveForm(app, form, options)

  serve({
    page: BOOKING,
    endpoint: bookSlot,
    form: 'booking',
    readAddress(request) {
      const { day, hour, calendar, variant, also, source } = readChosenVisit(request.query) ?? {}
      if (!hour) return undefined
      return { visit_day: day, visit_hour: hour, calendar_id: calendar, variant_id: variant, also, source }
    },
    act: (ctx, { params, body, request }) =>
      bookByForm(ctx, params.serviceId, body, { key: readFormKey(request), pressure: request.pressure, textChannels }),
    done: BOOKED_BY_FORM,
    showRefused: (refused, request) => ({ booking: { ...refused, key: readFormKey(request) } }),
  })
  for (const page of [HOME, SERVICES])
    serve({
      page,
      endpoint: sendContactRequest,
      form: 'contact',
      act: (ctx, { body, request }) => requestContact(ctx, body, request.pressure),
      done: CONTACTED,
    })
  serve({
    page: MY_BOOKINGS,
    endpoint: requestMyBookingsEndpoint,
    form: 'my-bookings',
    act: (ctx, { body, request: { pressure } }) => requestMyBookings(ctx, body, { pressure, limits: linkLimits }),
    done: LINK_SENT,
  })

  serve({
    page: CANCELLATION,
    endpoint: cancelBooking,
    act: (ctx, { params }) => cancelByCustomer(ctx, params.hiddenId),
    done: `/${CANCELLED}`,
  })
  serve({
    page: VISIT,
    endpoint: rescheduleVisit,
    readAddress({ query }) {
      const { day, hour, calendar } = readChosenVisit(query) ?? {}
      return { visit_day: day, visit_hour: hour, calendar_id: calendar }
    },
    act: (ctx, { params, body }) => rescheduleByCustomer(ctx, params.hiddenId, body, { isLimited }),
    done: RESCHEDULED,
    // Back to the choice of a slot.
    refused({ query }) {
      const { day, hour, calendar } = readChosenVisit(query)!
      return `?${new URLSearchParams(chosenVisitQuery({ day, hour, calendar }))}`
    },
  })
  serve({
    page: VISIT,
    button: 'confirm',
    ...linkButton,
    act: (ctx, { params, request }) => confirmVisit(ctx, params.hiddenId, readChosenVisit(request.query) ?? {}),
  })
  const consentChanges = { 'stop-messages': withdrawConsentOfVisit, 'resume-messages': restoreConsentOfVisit }
  for (const [button, change] of Object.entries(consentChanges))
    serve({
      page: VISIT,
      button,
      ...linkButton,
      act: (ctx, { params, request }) => change(ctx, { ...params, linkKey: readLinkKey(request.query) }),
      done({ query }) {
        const linkKey = readLinkKey(query)
        return linkKey ? textLinkQuery(linkKey) : ''
      },
    })

  serve({
    page: WAITING,
    button: 'book',
    ...linkButton,
    act: (ctx, { params, request }) => bookOffer(ctx, params.hiddenId, readOfferId(request)),
    done: BOOKED_BY_FORM,
    refused: OFFER_ENDED,
  })
  serve({
    page: WAITING,
    button: 'refuse',
    ...linkButton,
    act: (ctx, { params, request }) => refuseOffer(ctx, params.hiddenId, readOfferId(request)),
  })
  serve({
    page: WAITING,
    button: 'leave',
    ...linkButton,
    act: (ctx, { params }) => leaveWaitingList(ctx, params.hiddenId),
  })

  serve({
    page: COME_BACK,
    button: 'ask',
    endpoint: { params: cancelBooking.params, body: comeBackSchema },
    act: (ctx, { params, body }) => askComeBack(ctx, params.hiddenId, body.weeks),
  })
  serve({
    page: COME_BACK,
    button: 'cancel',
    ...linkButton,
    act: (ctx, { params }) => cancelComeBack(ctx, params.hiddenId),
  })

  serve({
    page: PROPOSAL,
    button: 'book',
    ...linkButton,
    act: (ctx, { params, request }) => bookProposal(ctx, params.hiddenId, readOfferId(request)),
  })

  for (const [button, act] of Object.entries({ stop: refuseAfterVisit, resume: resumeAfterVisit }))
    serve({ page: AFTER_VISIT, button, ...linkButton, act: (ctx, { params }) => act(ctx, params.hiddenId) })

  serve({
    page: MY_BOOKINGS_LINK,
    button: 'remember',
    ...listButton,
    async act(ctx, { request, reply }) {
      const { link, device } = toAccess(request)
      const token = await rememberDevice(ctx, link!)
      if (device) await forgetDevice(ctx, device)
      setDevice(request, reply, token)
    },
    done: MY_BOOKINGS,
  })
  serve({
    page: MY_BOOKINGS,
    button: 'forget',
    ...listButton,
    async act(ctx, { request, reply }) {
      const { device } = toAccess(request)
      if (device) await forgetDevice(ctx, device)
      setDevice(request, reply, undefined)
    },
    done: FORGOTTEN,
  })
  for (const page of [MY_BOOKINGS, MY_BOOKINGS_LINK]) {
    serve({
      page,
      button: 'forget-all',
      ...listButton,
      async act(ctx, { request, reply }) {
        await forgetAllDevices(ctx, toAccess(request))
        setDevice(request, reply, undefined)
      },
      done: MY_BOOKINGS + FORGOTTEN,
    })
    serve({
      page,
      button: 'stop-messages',
      ...listButton,
      act: (ctx, { request }) => stopTexts(ctx, toAccess(request)),
    })
  }
}
