import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'

const ZIP = 'application/zip'

const dataCopy = z.object({
  id: z.int(),
  /** 'failed': the job was given up after its retries. */
  state: z.enum(['requested', 'making', 'ready', 'failed']),
  /** DD-MM-YYYY HH:mm, in the local time of the business; null until the copy is ready. */
  made_at: z.nullable(z.string()),
  /** Until when it can be downloaded, as `made_at`. */
  expires_at: z.string(),
  /** Bytes; null until the copy is ready. */
  size: z.nullable(z.int()),
})
export type DataCopy = z.infer<typeof dataCopy>

const ADMIN = { access: 'admin', right: 'data_copies' } as const

export const readDataCopy = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/data_copies',
  summary: 'Returns the newest copy of all data of the business, unless it has expired',
  status: 200,
  response: z.object({ copy: z.nullable(dataCopy) }),
})

export const requestDataCopy = endpoint({
  ...ADMIN,
  method: 'POST',
  path: '/data_copies',
  summary: 'Starts to make a copy of all data of the business; returns the one that is being made, if any',
  proof: true,
  status: 201,
  response: dataCopy,
})

export const downloadDataCopy = endpoint({
  ...ADMIN,
  method: 'GET',
  path: '/data_copies/:id/file',
  summary: 'Downloads a copy: the file for `prenoto tenant import`, CSV files and pictures in a ZIP',
  proof: true,
  status: 200,
  params: idParams,
  produces: ZIP,
})
