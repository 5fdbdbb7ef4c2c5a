import * as z from 'zod/mini'
import { line } from '../fields/text.ts'

/** '' or the address of an uploaded picture; external URLs are refused. */
export const uploadAddress = line(200).check(z.regex(/^(\/api\/[\w./-]+)?$/, 'Immagine non valida.'))
