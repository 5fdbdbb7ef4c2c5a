import type { Endpoint } from '@prenoto/core/contract/endpoint.ts'
import type { PageData, RefusedForm } from '@prenoto/core/pages/page-data.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Conflict, NotFound, ProofOfWorkRequired } from '../../lib/errors.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import type { Form } from '../../plugins/limits/pressure.ts'
import type { Context } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { checkFields, type Fields, isForged, readFields } from './submitted-form.ts'

type Declaration = Pick<Endpoint, 'params' | 'body'>

type Sent<E extends Declaration> = {
  params: E['params'] extends z.ZodMiniType ? z.output<E['params']> : unknown
  body: E['body'] extends z.ZodMiniType ? z.output<E['body']> : unknown
  request: FastifyRequest
  reply: FastifyReply
}

type Refused = Pick<PageData, 'booking' | 'contact'>

/** A form of a page that browsers send without the page's scripts. Addresses are absolute, or what follows the page's path. */
export type PageForm<E extends Declaration> = {
  /** The route of the page with the form. */
  page: string
  /** The last part of the form's address, for a page with several buttons. */
  button?: string
  /** Its schemas check the address and the fields. */
  endpoint: E
  /** A form that people fill in: measures its pressure, and its page shows a refusal. Others lead back to their page. */
  form?: Form
  /** The fields that the address says; undefined if it does not allow the form. */
  readAddress?(request: FastifyRequest): object | undefined
  act(ctx: Context, sent: Sent<E>): Promise<unknown>
  /** Where a success leads, and a refusal of a form without fields. */
  done?: string | ((request: FastifyRequest) => string)
  refused?: string | ((request: FastifyRequest) => string)
  showRefused?(refused: RefusedForm, request: FastifyRequest): Refused
}

export type FormOptions = {
  showUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Shows the form's page with the refusal. */
  refuse(request: FastifyRequest, reply: FastifyReply, refused: Refused & { status: number }): Promise<FastifyReply>
}

export type ShowOptions = {
  /** The status of an existing page that shows a refused form. */
  status?: number
  /** Other origins to which its forms may lead. */
  formTargets?: string[]
}

/** Renders a page that belongs to no business. */
export type ShowPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  data: Pick<PageData, 'signUp' | 'setUp'>,
  options?: ShowOptions,
) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyRequest {
    /** A valid form. */
    sentForm: { typed: Fields; params?: unknown; body: unknown } | null
  }
}

/** The statuses that a form shows beside what was typed. */
export const REFUSALS = [409, 422, 429]

const showContact = (contact: RefusedForm): Refused => ({ contact })

/** Serves a form by its endpoint's declaration. */
export function serveForm<E extends Declaration>(
  app: FastifyInstance,
  { page, button, endpoint, form, readAddress, act, done = '', refused = '', showRefused = showContact }: PageForm<E>,
  { showUnknown, refuse }: FormOptions,
) {
  const suffix = button ? `/${button}` : ''
  const bodySchema = (endpoint.body ?? z.object({})) as z.ZodMiniObject
  const paramsSchema = endpoint.params ?? z.unknown()

  function redirect(request: FastifyRequest, reply: FastifyReply, to: string | ((request: FastifyRequest) => string)) {
    const address = typeof to === 'string' ? to : to(request)
    const path = request.url.split('?', 1)[0]!
    const location = address.startsWith('/') ? address : path.slice(0, path.length - suffix.length) + address
    return reply.header('cache-control', 'no-store').redirect(location, 303)
  }

  app.post(
    page + suffix,
    {
      schema: { hide: true },
      config: form ? { form } : { limit: 'cancellation' },
      handlerTimeout: REQUEST_TIMEOUT,
      // As for endpoints, invalid requests do not count towards the rate limit.
      preValidation: async (request, reply) => {
        if (!request.ctx) return showUnknown(request, reply)
        const others = isForged(request) ? undefined : readAddress ? readAddress(request) : {}
        const { data: params, error } = paramsSchema.safeParse(request.params)
        if (!others || error) return redirect(request, reply, form ? request.url : '')
        const typed = readFields(request.body, Object.keys(bodySchema.shape))
        const { data: body, problems } = checkFields(bodySchema, typed, others)
        if (body) request.sentForm = { typed, params, body }
        else if (!form) return redirect(request, reply, '')
        else return refuse(request, reply, { status: 422, ...showRefused({ typed, problems }, request) })
      },
    },
    async (request, reply) => {
      request.wasHandled = true
      const { typed, ...sent } = request.sentForm!
      try {
        await act(request.ctx!, { ...(sent as Sent<E>), request, reply })
        return redirect(request, reply, done)
      } catch (error) {
        if (!form && (error instanceof NotFound || error instanceof Conflict)) return redirect(request, reply, refused)
        const { status, detail, errors: problems } = app.toRefusal(error)
        if (!form || !REFUSALS.includes(status)) throw error
        const refusal = error instanceof ProofOfWorkRequired ? await askToCall(request.ctx!) : detail
        const pageData = showRefused({ typed, ...(problems ? { problems } : { refusal }) }, request)
        return refuse(request, reply, { status, ...pageData })
      }
    },
  )
}

/** The refusal of a form that needs a proof of work, but was sent without a script. */
async function askToCall(ctx: Context): Promise<string> {
  const { phone } = await findConfiguration(ctx)
  return `In questo momento il sito accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure ${phone ? `telefonaci: ${phone}.` : 'contattaci.'}`
}
