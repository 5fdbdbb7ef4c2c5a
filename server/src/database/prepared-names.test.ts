import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { preparedNames } from './prepared-names.ts'
import type { Schema } from './schema.ts'

const db = new Kysely<Schema>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
})
const calendars = db.selectFrom('calendars').select('id')

test('a statement has one name whatever its values, and another one has another', () => {
  const nameOf = preparedNames()
  const first = nameOf(calendars.where('id', '=', 1).compile().sql)

  expect(first).toBeDefined()
  expect(nameOf(calendars.where('id', '=', 2).compile().sql)).toBe(first)
  expect(nameOf(calendars.where('id', '<', 2).compile().sql)).not.toBe(first)
})

test('those of any length use up no names', () => {
  const nameOf = preparedNames()
  for (let length = 1; length <= 500; length++) {
    const ids = Array.from({ length }, (_, i) => i)
    const rows = ids.map((key) => ({ tenant_id: 1, key: String(key) }))
    expect(nameOf(calendars.where('id', 'in', ids).compile().sql)).toBeUndefined()
    if (length > 1)
      expect(
        nameOf(
          db
            .insertInto('uploads')
            .values(rows as never)
            .compile().sql,
        ),
      ).toBeUndefined()
  }

  expect(nameOf(calendars.compile().sql)).toBe('p0')
})
