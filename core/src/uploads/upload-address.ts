import * as z from 'zod/mini'
import { line } from '../fields/text.ts'

/** '' or the address of a picture that was uploaded here: nothing from elsewhere is ever shown. */
export const uploadAddress = line(200).check(z.regex(/^(\/api\/[\w./-]+)?$/, 'Immagine non valida.'))
