import * as z from 'zod/mini'

/** Weeks after a visit. */
export const COME_BACK_WEEKS = { least: 1, most: 26, usual: 4 }

const WEEKS = 'Scegli tra quante settimane.'

/** The form without scripts sends texts. */
export const comeBackSchema = z.object({
  weeks: z.pipe(
    z.string(WEEKS).check(z.regex(/^\d{1,2}$/, WEEKS)),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(COME_BACK_WEEKS.least, WEEKS), z.maximum(COME_BACK_WEEKS.most, WEEKS)),
    ),
  ),
})
