import { createHash } from 'node:crypto'
import { StartupError } from '@prenoto/core/startup-error.ts'
import * as z from 'zod/mini'

/**
 * The file of a business has lines of JSON: `["header",{…}]`, then rows as `["bookings",{…}]` with the name of their table,
 * `["job",{…}]`, `["file",{…}]` with the content in Base64, and at last `["end",{…}]` with a SHA-256 of all lines before.
 */
const FORMAT = 'prenoto-business-1'

const header = z.object({
  format: z.literal(FORMAT),
  /** The latest migration. */
  schema: z.string(),
  /** Id in the exporting installation, to which ciphertexts are bound. */
  tenant: z.int(),
  name: z.string(),
  domain: z.string(),
  /** Whether it was paused: the importing installation then sends the e-mails that wait. */
  paused: z.boolean(),
  exported_at: z.string(),
})
export type Header = z.infer<typeof header>

export const headerOf = (values: Omit<Header, 'format'>) => JSON.stringify({ format: FORMAT, ...values })

const job = z.object({
  queue: z.string(),
  priority: z.int(),
  start_after: z.nullable(z.string()),
  data: z.looseObject({}),
})

const upload = z.object({
  // A key never leads out of the folder of its business.
  key: z.string().check(z.regex(/^[\w-][\w.-]*$/)),
  content_type: z.string(),
  content: z.string(),
})

const end = z.object({ lines: z.int(), sha256: z.string() })

/** Values of one kind as JSON. */
export type Section = { kind: string; values: string[] }

/** The text of the file, with its last line. */
export async function* writeFile(sections: AsyncIterable<Section>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const { kind, values } of sections) {
    const text = values.map((value) => `["${kind}",${value}]\n`).join('')
    hash.update(text)
    lines += values.length
    yield text
  }
  yield `["end",${JSON.stringify({ lines, sha256: hash.digest('hex') })}]\n`
}

type Line = { kind: string; json: string }

const damaged = (line: number) =>
  new StartupError(`The file is damaged in line ${line}: nothing was imported. Export the business again.`)

const INCOMPLETE = 'The file is incomplete: nothing was imported. Export the business again.'

/** Reads a file. The sections may only be committed after all of them were read, since the checksum is at the end. */
export function readFile(input: AsyncIterable<Buffer>) {
  let number = 0
  const parse = <S extends z.ZodMiniType>(schema: S, json: string): z.infer<S> => {
    try {
      return z.parse(schema, JSON.parse(json))
    } catch {
      throw damaged(number)
    }
  }

  async function* lines(): AsyncGenerator<Line> {
    const hash = createHash('sha256')
    for await (const bytes of linesOf(input)) {
      number += 1
      const text = bytes.toString()
      const [prefix, kind] = /^\["([a-z_]+)",/.exec(text) ?? []
      if (!prefix || !kind || !text.endsWith(']\n')) throw damaged(number)
      const json = text.slice(prefix.length, -2)
      if (kind === 'end') {
        const { lines, sha256 } = parse(end, json)
        if (lines !== number - 1 || sha256 !== hash.digest('hex'))
          throw new StartupError('The file is damaged: its checksum differs, so nothing was imported.')
        return
      }
      hash.update(bytes)
      yield { kind, json }
    }
    throw new StartupError(INCOMPLETE)
  }

  const all = lines()
  return {
    /** Call first. */
    async header(): Promise<Header> {
      const first = await all.next().catch((error) => {
        if (error instanceof StartupError) return undefined
        throw error
      })
      try {
        return z.parse(header, JSON.parse((first!.value as Line).json))
      } catch {
        throw new StartupError('This is not a file of `prenoto tenant export`, or one of another version of Prenoto.')
      }
    },
    /** The lines after the header. Throws a StartupError for a damaged or incomplete file. */
    lines: () => all,
    job: (json: string) => parse(job, json),
    upload: (json: string) => parse(upload, json),
    /** The error of the present line. */
    damaged: () => damaged(number),
  }
}
export type TenantFile = ReturnType<typeof readFile>

const NEWLINE = 10

/** Splits at newlines only: a JSON text may contain other line separators. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, at + 1)
      yield begun.length === 0 ? last : Buffer.concat([...begun, last])
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) throw new StartupError(INCOMPLETE)
}
