import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { changeHeaders, version } from '../contract/version.ts'
import { configuration } from './configuration-schema.ts'
import { configurationChanges } from './site-schema.ts'

export const readConfiguration = endpoint({
  method: 'GET',
  path: '/client/configs',
  summary: 'Returns the name, appearance, texts and booking rules of the business',
  access: 'visitor',
  status: 200,
  response: configuration,
})

export const updateConfiguration = endpoint({
  method: 'PUT',
  path: '/configs/update',
  summary: 'Updates the configuration; omitted fields keep their values',
  access: 'admin',
  right: 'configuration',
  status: 200,
  headers: changeHeaders,
  body: configurationChanges,
  response: configuration,
})

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/configs/upload-logo',
  summary: 'Replaces the logo and the icon of the site',
  access: 'admin',
  right: 'configuration',
  status: 200,
  headers: changeHeaders,
  file: 'logo',
  response: z.object({ photo_url: z.string(), version }),
})

export const readLogo = endpoint({
  method: 'GET',
  path: '/client/logos/:key',
  summary: 'Returns the logo of the business',
  access: 'visitor',
  status: 200,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{22}\.webp$/)) }),
  produces: 'image/webp',
})

export const readIcon = endpoint({
  method: 'GET',
  path: '/client/icons/:key',
  summary: 'Returns the icon of the site, made from its logo',
  access: 'visitor',
  status: 200,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{22}\.png$/)) }),
  produces: 'image/png',
})

export const readMailLogo = endpoint({
  method: 'GET',
  path: '/client/mail-logos/:key',
  summary: 'Returns the logo for e-mails, as a PNG on white',
  access: 'visitor',
  status: 200,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{22}-mail\.png$/)) }),
  produces: 'image/png',
})
