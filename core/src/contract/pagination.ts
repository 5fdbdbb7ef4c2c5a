import * as z from 'zod/mini'

const NOT_AN_ID = 'Identificativo non valido.'

/** A record's id in a path. */
export const idParam = z.coerce
  .number(NOT_AN_ID)
  .check(
    z.int({ error: NOT_AN_ID, abort: true }),
    z.minimum(1, NOT_AN_ID),
    z.maximum(Number.MAX_SAFE_INTEGER, NOT_AN_ID),
  )

/** A record's id in a form or a request body. */
export const idField = (required: string, invalid = NOT_AN_ID) =>
  z.number(required).check(z.int(invalid), z.minimum(1, invalid), z.maximum(Number.MAX_SAFE_INTEGER, invalid))

/** The ids of records in a request body. */
export const idsField = (most: number) =>
  z.array(idField('Indica un identificativo.')).check(z.maxLength(most, 'Sono troppi.'))

export const idParams = z.object({ id: idParam })

/** Up to 100 ids in a query, '3,7,12'; ids of records that do not exist are ignored. */
export const idList = z.pipe(
  z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/, NOT_AN_ID)),
  z.transform((ids) => ids.split(',').map(Number)),
)

/** The cursor is absent, empty or the text 'null' (which some clients send) on the first page. */
const cursor = z.union(
  [
    z.pipe(
      z.enum(['', 'null']),
      z.transform(() => undefined),
    ),
    idParam,
  ],
  NOT_AN_ID,
)

/** The query of a cursor page; `last_id` is the id of the last item of the previous page. */
export const pageQueryWithSize = (perPage: number) =>
  z.object({
    per_page: z._default(
      z.coerce
        .number('Indica un numero.')
        .check(
          z.int({ error: 'Indica un numero intero.', abort: true }),
          z.minimum(1, 'Almeno 1 per pagina.'),
          z.maximum(100, 'Al massimo 100 per pagina.'),
        ),
      perPage,
    ),
    last_id: z.optional(cursor),
  })
export const pageQuery = pageQueryWithSize(10)
export type PageQuery = z.infer<typeof pageQuery>

/** The end of a cursor page: the id of its last item (null when empty) and whether more items follow. */
export const pageTail = { last_id: z.nullable(z.int()), has_more: z.boolean() }

/** The end of a cursor page in a list whose first page carries the total. */
export const countedTail = { ...pageTail, total: z.optional(z.int()) }

/**
 * Cuts a page from rows that were read with the limit `perPage + 1`,
 * so that `has_more` is exact without counting.
 */
export function cutPage<Row extends { id: number }>(rows: Row[], perPage: number) {
  const items = rows.slice(0, perPage)
  return { items, last_id: items.at(-1)?.id ?? null, has_more: rows.length > perPage }
}
