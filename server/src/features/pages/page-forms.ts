import { readChosenVisit } from '@prenoto/core/bookings/read-chosen-visit.ts'
import { CONTACTED, type PageData } from '@prenoto/core/pages/page-data.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { readLinkKey } from '@prenoto/core/text-messages/text-link.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import type { Form } from '../../plugins/limits/pressure.ts'
import { getLog } from '../../plugins/request-log.ts'
import type { Context } from '../../tenants/context.ts'
import { requestContact } from '../contact/request-contact.ts'
import type { MyBookingsLimits } from '../my-bookings/request-my-bookings.ts'
import { answerByForm } from '../waiting-list/waiting-page.ts'
import {
  BOOKING,
  CANCELLATION,
  getHiddenId,
  HOME,
  MY_BOOKINGS,
  parseServiceId,
  parseWaitingAnswer,
  SERVICES,
  VISIT,
  WAITING,
} from './addresses.ts'
import { askToCall } from './ask-to-call.ts'
import { bookByForm, readSentBooking, type SentBooking } from './booking-by-form.ts'
import { readSentContact, type SentContact } from './contact-by-form.ts'
import { readLinkRequest, requestLinkByForm, type SentRequest, serveListForms } from './my-bookings-forms.ts'
import { isCrossSite, parseForm, type SentForm } from './submitted-form.ts'
import { cancelByForm, changeTextsByForm, confirmByForm, rescheduleByForm } from './visit-links.ts'

/** The status and data to show the page of a form again. */
type Refused = { status: number } & Pick<PageData, 'booking' | 'contact'>

type FormOptions = {
  showUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Shows the form's page with the refusal. */
  refuse(request: FastifyRequest, reply: FastifyReply, refused: Refused): Promise<FastifyReply>
  /** Whether the bookings of a visitor are limited. */
  isLimited: boolean
  textChannels: readonly TextChannelName[]
  linkLimits: MyBookingsLimits
}

/** Handles forms that browsers submit without the page's scripts. */
export function serveForms(
  app: FastifyInstance,
  { showUnknown, refuse, isLimited, textChannels, linkLimits }: FormOptions,
) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(body as string)),
  )

  /** A form without fields; `act` returns the address to redirect to. */
  function serveActionForm(path: string, act: (ctx: Context, request: FastifyRequest) => Promise<string>) {
    const config = { limit: 'cancellation' as const }
    app.post(path, { schema: { hide: true }, config, handlerTimeout: REQUEST_TIMEOUT }, async (request, reply) => {
      const { ctx } = request
      if (!ctx) return showUnknown(request, reply)
      request.wasHandled = true
      return reply.redirect(await act(ctx, request), 303)
    })
  }

  type InputForm<S extends SentForm<unknown>> = {
    form: Form
    /** Returns undefined when the address does not allow the form. */
    read(request: FastifyRequest): S | Refused | undefined
    /** Returns the address to redirect to, or the refusal. */
    act(ctx: Context, request: FastifyRequest, sent: S): Promise<string | Refused>
  }

  /** A form with input fields. */
  function serveInputForm<S extends SentForm<unknown>>(path: string, { form, read, act }: InputForm<S>) {
    app.post(
      path,
      {
        schema: { hide: true },
        config: { form },
        handlerTimeout: REQUEST_TIMEOUT,
        // As for endpoints, invalid requests do not count towards the rate limit.
        preValidation: async (request, reply) => {
          if (!request.ctx) return showUnknown(request, reply)
          const isForged = isCrossSite(request)
          if (isForged) getLog(request).warn('form of another site')
          const sent = isForged ? undefined : read(request)
          if (!sent) return reply.redirect(request.url, 303)
          if ('status' in sent) return refuse(request, reply, sent)
          request.body = sent
        },
      },
      async (request, reply) => {
        request.wasHandled = true
        const done = await act(request.ctx!, request, request.body as S)
        return typeof done === 'string' ? reply.redirect(done, 303) : refuse(request, reply, done)
      },
    )
  }

  serveActionForm(CANCELLATION, (ctx, request) => cancelByForm(ctx, getHiddenId(request)))
  serveActionForm(VISIT, (ctx, request) =>
    rescheduleByForm(ctx, getHiddenId(request), readChosenVisit(request.query), isLimited),
  )
  serveActionForm(`${VISIT}/confirm`, (ctx, request) =>
    confirmByForm(ctx, getHiddenId(request), readChosenVisit(request.query)),
  )
  for (const isWanted of [false, true])
    serveActionForm(`${VISIT}/${isWanted ? 'resume' : 'stop'}-messages`, (ctx, request) =>
      changeTextsByForm(ctx, getHiddenId(request), { linkKey: readLinkKey(request.query), isWanted }),
    )
  serveActionForm(`${WAITING}/:answer`, (ctx, request) =>
    answerByForm(ctx, getHiddenId(request), parseWaitingAnswer(request)),
  )

  serveInputForm<SentBooking>(BOOKING, {
    form: 'booking',
    read(request) {
      const visit = readChosenVisit(request.query)
      return visit?.hour && readSentBooking(visit, request.body)
    },
    act: (ctx, request, sent) =>
      bookByForm(ctx, parseServiceId(request) ?? 0, sent, {
        pressure: request.pressure,
        textChannels,
        toRefusal: app.toRefusal,
      }),
  })
  serveListForms(app, showUnknown)
  serveInputForm<SentRequest>(MY_BOOKINGS, {
    form: 'my-bookings',
    read: ({ body }) => readLinkRequest(body),
    act: (ctx, request, sent) => requestLinkByForm(ctx, request, sent, linkLimits),
  })
  for (const path of [HOME, SERVICES])
    serveInputForm<SentContact>(path, {
      form: 'contact',
      read: ({ body }) => readSentContact(body),
      act: async (ctx, { pressure }, { data, fields: typed }) => {
        try {
          await requestContact(ctx, data, pressure)
          return path + CONTACTED
        } catch (error) {
          if (!(error instanceof ProofOfWorkRequired)) throw error
          return { status: 429, contact: { typed, refusal: await askToCall(ctx) } }
        }
      },
    })
}
