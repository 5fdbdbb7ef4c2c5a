import { checkAddress, requestSignUp as requestEndpoint } from '@prenoto/core/sign-up/provider-api.ts'
import type { SignUp } from '@prenoto/core/sign-up/sign-up-schema.ts'
import type { FastifyInstance } from 'fastify'
import { clientAddress } from '../../plugins/client-address.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { AddressReserved, AddressTaken } from './errors.ts'
import { atProvider, originAt } from './provider-host.ts'
import { requestSignUp, requireFreeAddress, type SignUpParts } from './request-sign-up.ts'

/** The endpoints of the provider's own domain. They are not in the description of the API, which is of a business. */
export function signUpRoutes(api: FastifyInstance, parts: SignUpParts) {
  const constraints = atProvider(parts)

  api.post<{ Body: SignUp }>(
    requestEndpoint.path,
    {
      constraints,
      config: { form: 'sign-up' },
      handlerTimeout: REQUEST_TIMEOUT,
      schema: { hide: true, headers: requestEndpoint.headers, body: requestEndpoint.body },
    },
    async (request, reply) => {
      await requestSignUp(parts, request.body, { pressure: request.pressure, origin: originAt(request, parts.domain) })
      return reply.code(requestEndpoint.status).send()
    },
  )

  api.get<{ Params: { address: string } }>(
    checkAddress.path,
    {
      constraints,
      handlerTimeout: REQUEST_TIMEOUT,
      schema: { hide: true, params: checkAddress.params, response: { 200: checkAddress.response } },
    },
    async (request) => {
      await parts.limits.countCheck(clientAddress(request))
      try {
        await requireFreeAddress(parts, request.params.address)
        return { is_free: true, detail: '' }
      } catch (error) {
        if (!(error instanceof AddressTaken || error instanceof AddressReserved)) throw error
        return { is_free: false, detail: api.toRefusal(error).detail }
      }
    },
  )
}
