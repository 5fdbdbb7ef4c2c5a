import * as z from 'zod/mini'
import { bookingSources, linkSource } from './booking-source.ts'

export const bookingSource = z.enum(bookingSources)

/** 'assistente.f8Jk…' as the source and the key of the held hour; neither of an unknown source. */
export function parseLinkSource(text: string | undefined) {
  const [source, holdKey] = linkSource.safeParse(text).data?.split('.') ?? []
  return { source: bookingSource.safeParse(source).data, holdKey }
}
