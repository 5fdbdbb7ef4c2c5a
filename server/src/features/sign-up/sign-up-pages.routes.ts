import type { RefusedForm, SignUpLink, SignUpPage } from '@prenoto/core/pages/page-data.ts'
import { signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { otherAddressSchema, type SignUp, signUpSchema } from '@prenoto/core/sign-up/sign-up-schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import { clientAddress } from '../../plugins/client-address.ts'
import { REQUEST_TIMEOUT } from '../../plugins/endpoint-route.ts'
import { getLog } from '../../plugins/request-log.ts'
import { REFUSALS, type ShowOptions, type ShowPage } from '../pages/page-form.ts'
import { checkFields, isForged, readFields } from '../pages/submitted-form.ts'
import { confirmSignUp, readLink } from './confirm-sign-up.ts'
import { atProvider, originAt } from './provider-host.ts'
import { requestSignUp, requireFreeAddress, type SignUpParts } from './request-sign-up.ts'

const ROBOTS = `User-agent: *
Allow: /
Disallow: /api/
Disallow: ${signUpPaths.link('')}
Disallow: ${signUpPaths.sent}
`

const SENT_FIELDS = Object.keys(signUpSchema.shape)

/** The pages of the provider's own domain. They work without scripts. */
export function signUpPageRoutes(app: FastifyInstance, parts: SignUpParts, showPage: ShowPage) {
  const { domain, provider, limits } = parts
  const constraints = atProvider(parts)
  const options = { constraints, schema: { hide: true }, handlerTimeout: REQUEST_TIMEOUT }

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    page: DistributiveOmit<SignUpPage, 'domain'>,
    pageOptions?: ShowOptions,
  ) => showPage(request, reply, { signUp: { ...page, domain } }, pageOptions)

  app.get(signUpPaths.home, options, (request, reply) => show(request, reply, { name: 'home' }))
  app.get(signUpPaths.sent, options, (request, reply) => show(request, reply, { name: 'sent' }))
  app.get(signUpPaths.privacy, options, (request, reply) => show(request, reply, { name: 'privacy' }))
  app.get('/robots.txt', options, (_, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS))

  app.post(
    signUpPaths.home,
    {
      ...options,
      config: { form: 'sign-up' },
      // Invalid requests do not count towards the limits.
      preValidation: async (request, reply) => {
        if (isForged(request)) return reply.redirect(signUpPaths.home, 303)
        const fields = readFields(request.body, SENT_FIELDS)
        const { data, problems } = checkFields(signUpSchema, fields)
        if (problems) return show(request, reply, { name: 'home', form: { typed: fields, problems } }, { status: 422 })
        request.sentForm = { typed: fields, body: data }
      },
    },
    async (request, reply) => {
      const { typed, body } = request.sentForm!
      try {
        await requestSignUp(parts, body as SignUp, { pressure: request.pressure, origin: originAt(request, domain) })
        return reply.redirect(signUpPaths.sent, 303)
      } catch (error) {
        const { status, ...refused } = toFormRefusal(error)
        return show(request, reply, { name: 'home', form: { typed, ...refused } }, { status })
      }
    },
  )

  function showLink(request: FastifyRequest, reply: FastifyReply, link: SignUpLink, status?: number) {
    const shownLink = link.state === 'used' && link.site ? { ...link, site: originAt(request, link.site) } : link
    const formTargets = [originAt(request, `*.${domain}`)]
    return show(request, reply, { name: 'link', link: shownLink }, { status, formTargets })
  }

  app.get<{ Params: { token: string } }>(signUpPaths.link(':token'), options, async (request, reply) => {
    await limits.countLinkUse(clientAddress(request))
    const link = await readLink(parts, request.params.token)
    return showLink(request, reply, link.state === 'open' ? await withRefusedAddress(link, link.address) : link)
  })

  app.post<{ Params: { token: string } }>(signUpPaths.link(':token'), options, async (request, reply) => {
    if (isForged(request)) return reply.redirect(request.url, 303)
    const address = clientAddress(request)
    await limits.countLinkUse(address)
    const { token } = request.params
    const { address: typed } = readFields(request.body, ['address'])
    const { data, problems } = typed === undefined ? {} : checkFields(otherAddressSchema, { address: typed })
    try {
      if (problems) return await showAgain({ typed: { address: typed! }, problems }, 422)
      const opened = await confirmSignUp(parts, token, { address: data?.address, clientAddress: address })
      if ('state' in opened) return showLink(request, reply, opened)
      const { tenantId: tenant, isNew } = opened
      getLog(request).info({ opened: tenant }, isNew ? 'business opened by sign-up' : 'sign-up repeated')
      return reply.redirect(originAt(request, opened.domain) + opened.path, 303)
    } catch (error) {
      const { status, ...refused } = toFormRefusal(error)
      return showAgain({ typed: typed === undefined ? {} : { address: typed }, ...refused }, status)
    }

    /** Shows the same link with a refusal; another tab may have used it meanwhile. */
    async function showAgain(refused: RefusedForm, status: number) {
      const link = await readLink(parts, token)
      return link.state === 'open'
        ? showLink(request, reply, { ...link, refused }, status)
        : showLink(request, reply, link)
    }
  })

  async function withRefusedAddress(link: SignUpLink, address: string): Promise<SignUpLink> {
    try {
      await requireFreeAddress(parts, address)
      return link
    } catch (error) {
      return { ...link, refused: { typed: { address }, ...toFormRefusal(error) } } as SignUpLink
    }
  }

  /** The status and texts of a refusal that the form shows. Throws other errors. */
  function toFormRefusal(error: unknown): { status: number; problems?: RefusedForm['problems']; refusal?: string } {
    const { status, detail, errors: problems } = app.toRefusal(error)
    if (!REFUSALS.includes(status)) throw error
    if (error instanceof ProofOfWorkRequired) return { status, refusal: withoutScript(provider.email) }
    return problems ? { status, problems } : { status, refusal: detail }
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

const withoutScript = (email: string) =>
  `In questo momento il sito accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure scrivi a ${email}.`
