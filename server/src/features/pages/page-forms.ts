import { readChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { CONTACTED, type PageData } from '@prenoto/core/pages/page-data.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import type { Limit } from '../../plugins/rate-limits.ts'
import type { Context } from '../../tenants/context.ts'
import { askForContact } from '../contact/ask-for-contact.ts'
import { answerByForm } from '../waiting-list/waiting-page.ts'
import {
  BOOKING,
  CANCELLATION,
  HOME,
  hiddenIdOf,
  SERVICES,
  serviceIdOf,
  VISIT,
  WAITING,
  waitingAnswerOf,
} from './addresses.ts'
import { bookByForm, readSentBooking, type SentBooking } from './booking-by-form.ts'
import { readSentContact, type SentContact } from './contact-by-form.ts'
import { isFromElsewhere, parseForm, type SentForm } from './submitted-form.ts'
import { cancelByForm, moveByForm } from './visit-links.ts'

/** The page of a form again: the status, and what it is told beside what it says to everybody. */
type Refused = { status: number } & Pick<PageData, 'booking' | 'contact'>

type Answers = {
  showUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Shows the page that the form stands on. */
  refuse(request: FastifyRequest, reply: FastifyReply, told: Refused): Promise<FastifyReply>
  /** Whether visitors are held by how often they book. */
  isLimited: boolean
}

/** What browsers send by themselves, as long as no script of the page has run. */
export function servePageForms(app: FastifyInstance, { showUnknown, refuse, isLimited }: Answers) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(body as string)),
  )

  /** A form whose address says everything; `act` returns where to go then. */
  function serveButton(path: string, act: (ctx: Context, request: FastifyRequest) => Promise<string>) {
    const config = { limit: 'cancellation' as const }
    app.post(path, { schema: { hide: true }, config, handlerTimeout: REQUEST_TIMEOUT }, async (request, reply) => {
      const { ctx } = request
      if (!ctx) return showUnknown(request, reply)
      request.wasHandled = true
      return reply.redirect(await act(ctx, request), 303)
    })
  }

  type TypedForm<S extends SentForm<unknown>> = {
    limit: Limit
    /** Returns undefined where there is nothing to be sent. */
    read(request: FastifyRequest): S | Refused | undefined
    /** Returns where to go then. */
    act(ctx: Context, request: FastifyRequest, sent: S): Promise<string | Refused>
  }

  /** A form that people fill in. */
  function serveTyped<S extends SentForm<unknown>>(path: string, { limit, read, act }: TypedForm<S>) {
    app.post(
      path,
      {
        schema: { hide: true },
        config: { limit },
        handlerTimeout: REQUEST_TIMEOUT,
        // As with endpoints, what breaks a rule does not count towards the limit.
        preValidation: async (request, reply) => {
          if (!request.ctx) return showUnknown(request, reply)
          const sent = isFromElsewhere(request) ? undefined : read(request)
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

  serveButton(CANCELLATION, (ctx, request) => cancelByForm(ctx, hiddenIdOf(request)))
  serveButton(VISIT, (ctx, request) => moveByForm(ctx, hiddenIdOf(request), readChosenVisit(request.query), isLimited))
  serveButton(`${WAITING}/:answer`, (ctx, request) => answerByForm(ctx, hiddenIdOf(request), waitingAnswerOf(request)))

  serveTyped<SentBooking>(BOOKING, {
    limit: 'booking',
    read(request) {
      const visit = readChosenVisit(request.query)
      return visit?.hour && readSentBooking(visit, request.body)
    },
    act: (ctx, request, sent) => bookByForm(ctx, serviceIdOf(request) ?? 0, sent, isLimited),
  })
  for (const path of [HOME, SERVICES])
    serveTyped<SentContact>(path, {
      limit: 'contact',
      read: ({ body }) => readSentContact(body),
      act: async (ctx, _request, { data }) => {
        await askForContact(ctx, data, isLimited)
        return path + CONTACTED
      },
    })
}
