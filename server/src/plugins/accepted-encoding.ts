import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedText, Encoding } from '../cache/cached-text.ts'

/** The preferred encoding by Accept-Encoding (RFC 9110, 12.5.3); compressed unless `identity` has a higher quality. */
export function acceptedEncoding(header = ''): Encoding {
  const qualities = new Map(header.toLowerCase().split(',').map(parseCoding))
  const getQuality = (encoding: Encoding) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const best = getQuality('gzip') > getQuality('br') ? 'gzip' : 'br'
  return getQuality(best) > 0 && getQuality(best) >= (qualities.get('identity') ?? 0) ? best : 'identity'
}

/** 'gzip;q=0.5' → ['gzip', 0.5] */
function parseCoding(accepted: string): [coding: string, quality: number] {
  const [coding = '', ...parameters] = accepted.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [coding.replace(/^x-/, ''), quality === undefined ? 1 : Number(quality) || 0]
}

/** The text in the encoding that the client prefers; sets the headers of the encoding. */
export function encodedFor(request: FastifyRequest, reply: FastifyReply, text: CachedText): Buffer {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  vary(reply, 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return text.in(encoding)
}

/** Adds a header name to `vary`. */
export function vary(reply: FastifyReply, header: string) {
  const presentHeader = reply.getHeader('vary')
  reply.header('vary', presentHeader === undefined ? header : `${presentHeader}, ${header}`)
}
