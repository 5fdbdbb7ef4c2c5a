import { type MyBookingsRequest, myBookingsRequestSchema } from '@prenoto/core/my-bookings/my-bookings.endpoints.ts'
import { FORGOTTEN, LINK_SENT } from '@prenoto/core/my-bookings/my-bookings.ts'
import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import {
  type Access,
  forgetAllDevices,
  forgetDevice,
  rememberDevice,
  stopTexts,
} from '../my-bookings/read-my-bookings.ts'
import { type MyBookingsLimits, requestMyBookings } from '../my-bookings/request-my-bookings.ts'
import { MY_BOOKINGS, MY_BOOKINGS_LINK } from './addresses.ts'
import { askToCall } from './ask-to-call.ts'
import { checkFields, fieldsIn, isCrossSite, type SentForm } from './submitted-form.ts'

/** Browsers keep a cookie for 400 days at most; the server decides how long the device is remembered. */
const COOKIE_SECONDS = 400 * 24 * 3600

/** The prefix binds the cookie to its host, which browsers support over HTTPS only. */
const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-my_bookings' : 'my_bookings')

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  return reply.header('set-cookie', `${cookieName(request)}=${value}; ${attributes}`)
}

/** The token of the remembered device. */
function readDeviceToken(request: FastifyRequest): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(/; */)
  const name = `${cookieName(request)}=`
  const value = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

export const toAccess = (request: FastifyRequest): Access => ({
  link: (request.params as { token?: string }).token,
  device: readDeviceToken(request),
})

export type SentRequest = SentForm<MyBookingsRequest>

/** Validates the form that asks for a link. */
export function readLinkRequest(body: unknown): SentRequest | { status: number; contact: RefusedForm } {
  const fields = fieldsIn(body, Object.keys(myBookingsRequestSchema.shape))
  const { data, problems } = checkFields(myBookingsRequestSchema, fields)
  return problems ? { status: 422, contact: { typed: fields, problems } } : { fields, data }
}

/** Returns the address to redirect to, or the refusal. */
export async function requestLinkByForm(
  ctx: Context,
  request: FastifyRequest,
  { data, fields: typed }: SentRequest,
  limits: MyBookingsLimits,
) {
  try {
    await requestMyBookings(ctx, data, { pressure: request.pressure, limits })
    return MY_BOOKINGS + LINK_SENT
  } catch (error) {
    if (!(error instanceof ProofOfWorkRequired)) throw error
    return { status: 429, contact: { typed, refusal: await askToCall(ctx) } }
  }
}

/** Serves the buttons of the list, which work without scripts: remember this device, forget it, forget all, stop messages. */
export function serveListForms(
  app: FastifyInstance,
  showUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
  type Act = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<string>

  const serve = (path: string, act: Act) =>
    app.post(
      path,
      { schema: { hide: true }, config: { limit: 'cancellation' as const }, handlerTimeout: REQUEST_TIMEOUT },
      async (request, reply) => {
        if (!request.ctx) return showUnknown(request, reply)
        const to = isCrossSite(request) ? MY_BOOKINGS : await act(request.ctx, request, reply)
        return reply.header('cache-control', 'no-store').redirect(to, 303)
      },
    )

  serve(`${MY_BOOKINGS_LINK}/remember`, async (ctx, request, reply) => {
    const { link, device } = toAccess(request)
    const token = await rememberDevice(ctx, link!)
    if (!token) return request.url.replace(/\/remember$/, '')
    if (device) await forgetDevice(ctx, device)
    setCookie(request, reply, token, COOKIE_SECONDS)
    return MY_BOOKINGS
  })

  serve(`${MY_BOOKINGS}/forget`, async (ctx, request, reply) => {
    const { device } = toAccess(request)
    if (device) await forgetDevice(ctx, device)
    setCookie(request, reply, '', 0)
    return MY_BOOKINGS + FORGOTTEN
  })

  for (const path of [`${MY_BOOKINGS}/forget-all`, `${MY_BOOKINGS_LINK}/forget-all`])
    serve(path, async (ctx, request, reply) => {
      await forgetAllDevices(ctx, toAccess(request))
      setCookie(request, reply, '', 0)
      return MY_BOOKINGS + FORGOTTEN
    })

  for (const path of [MY_BOOKINGS, MY_BOOKINGS_LINK])
    serve(`${path}/stop-messages`, async (ctx, request) => {
      await stopTexts(ctx, toAccess(request))
      return request.url.replace(/\/stop-messages$/, '')
    })
}
