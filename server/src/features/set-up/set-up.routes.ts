import type { SetUpPage } from '@prenoto/core/pages/page-data.ts'
import { SET_UP_FORM, setUp } from '@prenoto/core/set-up/set-up-api.ts'
import { type SetUp, setUpSchema } from '@prenoto/core/set-up/set-up-schema.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../../lib/errors.ts'
import { clientAddress } from '../../plugins/client-address.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { answerNotFound } from '../../plugins/error-handler.ts'
import { parseHost } from '../../plugins/host.ts'
import { getLog } from '../../plugins/request-log.ts'
import { UNKNOWN_DOMAIN } from '../../plugins/tenant.ts'
import { isHostName } from '../../tenants/domain-name.ts'
import { REFUSALS, type ShowPage } from '../pages/page-form.ts'
import { checkFields, isForged, readFields } from '../pages/submitted-form.ts'
import { originAt } from '../sign-up/provider-host.ts'
import { WrongCode } from './errors.ts'
import { openFirstBusiness, type SetUpParts } from './open-first-business.ts'
import { needsSetUp } from './set-up.repository.ts'

const LOG_IN = '/login'

/** The fields that a refused form shows again; passwords are typed again. */
const SHOWN_AGAIN = ['code', 'name', 'domain', 'email']

/** The host of a request, unless it cannot be the domain of a business. */
function toProposedDomain(request: FastifyRequest) {
  const { domain } = parseHost(request)!
  return isHostName(domain) ? domain : ''
}

export type SetUpGate = ReturnType<typeof setUpGate>

/** Tells whether the installation still has no business. Once it has one, the process does not ask again. */
export function setUpGate({ pool }: Pick<SetUpParts, 'pool'>) {
  let isDone = false
  const isOpen = async () => {
    if (!isDone) isDone = !(await needsSetUp(pool))
    return !isDone
  }
  return {
    isOpen,
    readPage: async (request: FastifyRequest): Promise<SetUpPage | undefined> =>
      (await isOpen()) ? { host: toProposedDomain(request) } : undefined,
  }
}

/** Opens the business and returns the address of its log-in: a path if its domain is the host of the request. */
async function open(request: FastifyRequest, parts: SetUpParts, body: SetUp) {
  try {
    const { tenantId, domain } = await openFirstBusiness(parts, body, clientAddress(request))
    getLog(request).info({ opened: tenantId }, 'first business opened')
    const isHere = parseHost(request)!.domain === domain
    return { domain, logIn: isHere ? LOG_IN : originAt(request, domain) + LOG_IN }
  } catch (error) {
    if (error instanceof WrongCode) getLog(request).warn('set-up code refused')
    throw error
  }
}

/** The endpoint of an installation without a business; with one it does not exist. */
export function setUpRoutes(api: FastifyInstance, parts: SetUpParts, gate: SetUpGate) {
  api.post<{ Body: SetUp }>(
    setUp.path,
    {
      handlerTimeout: REQUEST_TIMEOUT,
      schema: { hide: true, body: setUp.body, response: { [setUp.status]: setUp.response } },
      onRequest: async (request, reply) => {
        if (await gate.isOpen()) return
        if (!request.ctx) throw new HttpError(403, UNKNOWN_DOMAIN)
        return answerNotFound(request, reply)
      },
    },
    async (request, reply) => {
      const { logIn } = await open(request, parts, request.body)
      return reply.code(setUp.status).send({ log_in: logIn })
    },
  )
}

/** The form of the page, sent without scripts. */
export function setUpPageRoutes(app: FastifyInstance, parts: SetUpParts, gate: SetUpGate, showPage: ShowPage) {
  app.post(
    SET_UP_FORM,
    {
      schema: { hide: true },
      handlerTimeout: REQUEST_TIMEOUT,
      onRequest: async (request, reply) => {
        if (!(await gate.isOpen())) return answerNotFound(request, reply)
      },
    },
    async (request, reply) => {
      if (isForged(request)) return reply.redirect('/', 303)
      const host = toProposedDomain(request)
      const typed = readFields(request.body, SHOWN_AGAIN)
      const { data, problems } = checkFields(
        setUpSchema,
        readFields(request.body, [...SHOWN_AGAIN, 'new_password', 'confirm_password']),
      )
      if (problems) return showPage(request, reply, { setUp: { host, form: { typed, problems } } }, { status: 422 })
      try {
        const { domain, logIn } = await open(request, parts, data)
        if (logIn === LOG_IN) return reply.redirect(LOG_IN, 303)
        return await showPage(request, reply, { setUp: { host, domain, logIn } })
      } catch (error) {
        const { status, detail, errors } = app.toRefusal(error)
        if (!REFUSALS.includes(status)) throw error
        const form = { typed, ...(errors ? { problems: errors } : { refusal: detail }) }
        return showPage(request, reply, { setUp: { host, form } }, { status })
      }
    },
  )
}
