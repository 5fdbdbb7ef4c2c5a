import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { expect, test } from 'vitest'
import { openOwnerPool } from '../connection.ts'

/** The PostgreSQL types for each column type of schema.ts. */
const KINDS: Record<string, { types: string[]; hasDefault?: boolean }> = {
  Id: { types: ['bigint'], hasDefault: true },
  CreatedAt: { types: ['timestamp with time zone'], hasDefault: true },
  Instant: { types: ['timestamp with time zone'] },
  Decimal: { types: ['numeric'] },
  DefaultDecimal: { types: ['numeric'], hasDefault: true },
  Buffer: { types: ['bytea'] },
  boolean: { types: ['boolean'] },
  number: { types: ['smallint', 'integer', 'bigint'] },
  PlainDate: { types: ['date'] },
  PlainTime: { types: ['time without time zone'] },
  string: { types: ['text', 'uuid', 'character varying'] },
  'ConflictKind[]': { types: ['ARRAY'] },
  'string[]': { types: ['ARRAY'] },
  'number[]': { types: ['ARRAY'] },
  'PersonField[]': { types: ['ARRAY'] },
  'LockOutEffect[]': { types: ['ARRAY'] },
  'WithdrawableRight[]': { types: ['ARRAY'] },
  'KeyRight[]': { types: ['ARRAY'] },
  'WebhookEvent[]': { types: ['ARRAY'] },
  'LineReason[]': { types: ['ARRAY'] },
  LineOutcome: { types: ['text'] },
  ImportState: { types: ['text'] },
  ColumnsJson: { types: ['jsonb'] },
  OptionsJson: { types: ['jsonb'] },
  WrittenJson: { types: ['jsonb'] },
  SearchText: { types: ['text'] },
  ChannelChoice: { types: ['text'] },
  TextChannelName: { types: ['text'] },
  TextState: { types: ['text'] },
  BookingSource: { types: ['text'] },
  BusyFeedFailure: { types: ['text'] },
  'DefaultJsonColumn<FeedValidators>': { types: ['jsonb'], hasDefault: true },
  'TextChannelName[]': { types: ['ARRAY'] },
  InstantRanges: { types: ['tstzmultirange'] },
  Json: { types: ['jsonb'] },
  'DefaultJsonColumn<CalendarTerms[]>': { types: ['jsonb'], hasDefault: true },
  'DefaultJsonColumn<ManagedVariant[]>': { types: ['jsonb'], hasDefault: true },
  'JsonColumn<VisitService[]>': { types: ['jsonb'] },
  'DefaultJsonColumn<RegularWeek[]>': { types: ['jsonb'], hasDefault: true },
  'JsonColumn<WeekdayTimes[]>': { types: ['jsonb'] },
}

type Column = { type: string; isNullable: boolean; hasDefault: boolean }

function parseColumn(text: string): Column & { types: string[] } {
  const isNullable = / \| null$/.test(text)
  const type = text.replace(/ \| null$/, '')
  const [, inner] = /^Generated<(.+)>$/.exec(type) ?? []
  const { types, hasDefault = false } = KINDS[(inner ?? type).replace(/^(?:'[\w/-]+'(?: \| )?)+$|^\w+Kind$/, 'string')]!
  return { type, types, isNullable, hasDefault: hasDefault || inner !== undefined }
}

/** The tables of schema.ts, parsed from its text because types do not exist at run time. */
async function declaredTables() {
  const text = (await readFile(join(import.meta.dirname, '../schema.ts'), 'utf8')).replaceAll(/\/\*\*.*?\*\//gs, '')
  const findType = (name: string) => new RegExp(`^type ${name} = (.+?)(?=^\\w|^$)`, 'ms').exec(text)![1]!
  const [, tables] = /^export type Schema = \{(.+?)^\}/ms.exec(text)!
  const fields = (type: string) =>
    [...type.matchAll(/(\w+): ([^;\n]+?)(?= \}|;|\n)/g)].map(([, name, of]) => [name!, of!] as const)
  return new Map(
    fields(tables!).map(([table, name]) => {
      const type = findType(name)
      const columns = new Map(fields(type).map(([column, of]) => [column, parseColumn(of)]))
      if (type.includes('SoftDeletable'))
        for (const [column, of] of fields(findType('SoftDeletable'))) columns.set(column, parseColumn(of))
      return [table, columns] as const
    }),
  )
}

test('schema.ts declares the tables and columns of the migrations with their types', async () => {
  const database = await newDatabase()
  const owner = openOwnerPool(database.url)
  const { rows } = await owner.query(
    `select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
            column_default is not null or is_identity = 'YES' as has_default
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  await owner.end()
  await database.drop()

  const declared = await declaredTables()
  const said = [...declared].flatMap(([table, columns]) => [...columns.keys()].map((column) => `${table}.${column}`))
  expect(said.sort()).toEqual(rows.map((row) => `${row.table_name}.${row.column_name}`).sort())
  for (const { table_name, column_name, data_type, nullable, has_default } of rows) {
    const { types, isNullable, hasDefault } = declared.get(table_name)!.get(column_name)!
    const column = `${table_name}.${column_name}`
    expect([column, isNullable, hasDefault]).toEqual([column, nullable, has_default])
    expect([column, types]).toEqual([column, expect.arrayContaining([data_type])])
  }
})
