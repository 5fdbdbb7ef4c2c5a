import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

/** The `accept` attribute of file fields. */
export const ACCEPTED_IMAGES = 'image/png,image/jpeg,image/webp,image/gif,image/avif'

export const UNSUPPORTED_IMAGE = 'Formato non supportato: carica un’immagine PNG, JPEG, WebP, GIF o AVIF.'
export const UNSUPPORTED_DOCUMENT = 'Formato non supportato: carica un PDF o un’immagine PNG, JPEG, WebP, GIF o AVIF.'
export const BROKEN_IMAGE = 'L’immagine è danneggiata e non può essere letta.'
export const TOO_LARGE = 'Il file è troppo grande: al massimo 5 MB.'

export const uploadImage = endpoint({
  method: 'POST',
  path: '/upload',
  summary: 'Stores an image (PNG, JPEG, WebP, GIF or AVIF, at most 5 MB) after decoding and re-encoding it',
  access: 'operator',
  right: 'account',
  status: 201,
  file: 'file',
  response: z.object({ imageUrl: z.string() }),
})

export const readUpload = endpoint({
  method: 'GET',
  path: '/uploads/:key',
  summary: 'Returns an uploaded image to a logged-in user',
  access: 'operator',
  right: 'account',
  status: 200,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{22}\.webp$/)) }),
  produces: 'image/webp',
})

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/pictures',
  summary: 'Stores a public picture; it is deleted after a day unless a record refers to it',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  file: 'picture',
  response: z.object({ picture: z.string() }),
})

export const readPicture = endpoint({
  method: 'GET',
  path: '/client/pictures/:key',
  summary: 'Returns a picture of the business, 400, 800 or 1600 pixels wide',
  access: 'visitor',
  status: 200,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{22}-(400|800|1600)\.webp$/)) }),
  produces: 'image/webp',
})
