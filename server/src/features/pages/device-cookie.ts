import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../my-bookings/read-my-bookings.ts'

/** Browsers keep a cookie for 400 days at most; the server decides how long the device is remembered. */
const COOKIE_SECONDS = 400 * 24 * 3600

/** The prefix binds the cookie to its host, which browsers support over HTTPS only. */
const cookieName = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-my_bookings' : 'my_bookings')

/** Remembers the device by its token; without one forgets it. */
export function setDevice(request: FastifyRequest, reply: FastifyReply, token: string | undefined) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${token ? COOKIE_SECONDS : 0}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', `${cookieName(request)}=${token ?? ''}; ${attributes}`)
}

/** The link and the remembered device of a request for 'Le mie prenotazioni'. */
export function toAccess(request: FastifyRequest): Access {
  const name = `${cookieName(request)}=`
  const cookies = (request.headers.cookie ?? '').split(/; */)
  const device = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  const { token: link } = request.params as { token?: string }
  return { link, device: device && /^[\w-]{43}$/.test(device) ? device : undefined }
}
