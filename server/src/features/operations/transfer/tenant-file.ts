import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { StartupError } from '@prenoto/core/startup-error.ts'
import * as z from 'zod/mini'
import { domain, fileName, instant, integer, MAX_ID } from './row-rules.ts'

/**
 * The file of a business has lines of JSON: `["header",{…}]`, then rows as `["bookings",{…}]` with the name of their table,
 * `["job",{…}]`, `["file",{…}]` with the content in Base64, and at last `["end",{…}]` with a SHA-256 of all lines before and
 * its signature.
 */
const FORMAT = 'prenoto-business-1'

const header = z.object({
  format: z.literal(FORMAT),
  /** The latest migration. */
  schema: z.string().check(z.regex(/^[\w-]{1,100}$/)),
  /** Id in the exporting installation, to which ciphertexts are bound. */
  tenant: integer(1, MAX_ID),
  name: z.string(),
  domain,
  /** Whether it was paused: the importing installation then sends the e-mails that wait. */
  paused: z.boolean(),
  exported_at: z.string(),
  /** The key of the ciphertexts, in an owner's copy. */
  key: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type Header = z.infer<typeof header>

export const formatHeader = (values: Omit<Header, 'format'>) => JSON.stringify({ format: FORMAT, ...values })

/** Characters of the data of a job, which are ids. */
const MAX_JOB = 20_000

const job = z.object({
  queue: z.string().check(z.regex(/^[a-z-]{1,60}$/)),
  priority: integer(-10, 10),
  start_after: z.nullable(instant),
  data: z.record(z.string(), z.unknown()).check(z.refine((data) => JSON.stringify(data).length <= MAX_JOB)),
})

const upload = z.object({ key: fileName, content_type: z.string(), content: z.string() })

const end = z.object({ lines: z.int(), sha256: z.string(), signature: z.optional(z.string()) })

/** Values of one kind as JSON. */
export type Section = { kind: string; values: string[] }

/** HMAC-SHA-256 of a file's checksum, by a key that is derived for this purpose alone. */
function sign(sha256: string, key: Buffer): Buffer {
  const signingKey = Buffer.from(hkdfSync('sha256', key, '', 'signature of the file of a business', 32))
  return createHmac('sha256', signingKey).update(`${FORMAT} ${sha256}`).digest()
}

/** Bytes that are written at once, so that others take their turn while megabytes are compressed or sent. */
const PIECE = 2 ** 18

/** The content of the file, with its last line. Without a key it is not signed. */
export async function* writeFile(sections: AsyncIterable<Section>, key: Buffer | undefined): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let lines = 0
  for await (const { kind, values } of sections) {
    const bytes = Buffer.from(values.map((value) => `["${kind}",${value}]\n`).join(''))
    lines += values.length
    for (let i = 0; i < bytes.length; i += PIECE) {
      const piece = bytes.subarray(i, i + PIECE)
      hash.update(piece)
      yield piece
    }
  }
  const sha256 = hash.digest('hex')
  const end = { lines, sha256, ...(key && { signature: sign(sha256, key).toString('hex') }) }
  yield Buffer.from(`["end",${JSON.stringify(end)}]\n`)
}

const damagedFileError = (line: number) =>
  new StartupError(`The file is damaged in line ${line}: nothing was imported. Export the business again.`)

const INCOMPLETE = 'The file is incomplete: nothing was imported. Export the business again.'

const CHANGED = 'The file is damaged: its checksum differs, so nothing was imported.'

const LAST_LINE = Buffer.from('["end",')

export type VerifiedFile = { header: Header; sha256: string; isSigned: boolean }

/**
 * Reads a file to its end, before anything of it is used. `isSigned`: with one of the keys. Throws a StartupError for a damaged
 * or incomplete file.
 */
export async function verifyFile(input: AsyncIterable<Buffer>, keys: Buffer[]): Promise<VerifiedFile> {
  const hash = createHash('sha256')
  let first: Header | undefined
  let last: z.infer<typeof end> | undefined
  let number = 0
  for await (const bytes of splitLines(input)) {
    if (last) throw damagedFileError(number + 1)
    first ??= parseHeader(bytes)
    if (bytes.subarray(0, LAST_LINE.length).equals(LAST_LINE)) {
      last = parse(end, bytes.toString('utf8', LAST_LINE.length, bytes.length - 2), number + 1)
      continue
    }
    number += 1
    hash.update(bytes)
  }
  if (!first) throw new StartupError(NO_EXPORT)
  if (!last) throw new StartupError(INCOMPLETE)
  const sha256 = hash.digest('hex')
  if (last.lines !== number || last.sha256 !== sha256) throw new StartupError(CHANGED)
  const signature = Buffer.from(last.signature ?? '', 'hex')
  return { header: first, sha256, isSigned: keys.some((key) => areEqual(signature, sign(sha256, key))) }
}

const areEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

const NO_EXPORT = 'This is not a file of `prenoto tenant export`, or one of another version of Prenoto.'

function parseHeader(bytes: Buffer): Header {
  try {
    const [kind, values] = JSON.parse(bytes.toString())
    if (kind === 'header') return z.parse(header, values)
  } catch {
    // Any other file gets the same sentence.
  }
  throw new StartupError(NO_EXPORT)
}

function parse<S extends z.ZodMiniType>(schema: S, json: string, line: number): z.infer<S> {
  try {
    return z.parse(schema, JSON.parse(json))
  } catch {
    throw damagedFileError(line)
  }
}

type Line = { kind: string; value: unknown; length: number }

/** Reads a verified file again. Its lines may only be committed after all of them were read, as the file may have changed. */
export function readFile(input: AsyncIterable<Buffer>, { sha256 }: VerifiedFile) {
  let number = 0

  async function* lines(): AsyncGenerator<Line> {
    const hash = createHash('sha256')
    for await (const bytes of splitLines(input)) {
      number += 1
      const text = bytes.toString()
      const [prefix, kind] = /^\["([a-z_]+)",/.exec(text) ?? []
      if (!prefix || !kind || !text.endsWith(']\n')) throw damagedFileError(number)
      if (kind === 'end') break
      hash.update(bytes)
      const json = text.slice(prefix.length, -2)
      if (number > 1) yield { kind, value: parse(z.unknown(), json, number), length: json.length }
    }
    if (hash.digest('hex') !== sha256) throw new StartupError(CHANGED)
  }

  const checked = <S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> => {
    const { data, error } = z.safeParse(schema, value)
    if (error) throw damagedFileError(number)
    return data
  }
  return {
    /** The lines after the header. Throws a StartupError. */
    lines,
    job: (value: unknown) => checked(job, value),
    upload: (value: unknown) => checked(upload, value),
    /** The error of the present line. */
    damaged: () => damagedFileError(number),
    /** The error of a value in the present line. */
    refused: (table: string, column: string) =>
      new StartupError(
        `Line ${number}: ${column ? `${column} of ` : ''}${table} is not what Prenoto writes, so nothing was imported.`,
      ),
  }
}
export type TenantFile = ReturnType<typeof readFile>

const NEWLINE = 10

/** Bytes of a line, more than a health document in hexadecimal, and of a whole file. */
const MAX_LINE = 64 * 2 ** 20
const MAX_FILE = 16 * 2 ** 30

/** Splits at newlines only: a JSON text may contain other line separators. */
async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  let total = 0
  for await (const chunk of input) {
    total += chunk.length
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, at + 1)
      yield begun.length === 0 ? last : Buffer.concat([...begun, last])
      begun = []
      length = 0
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE || total > MAX_FILE)
      throw new StartupError('The file is larger than any that Prenoto writes, so nothing was imported.')
  }
  if (begun.length > 0) throw new StartupError(INCOMPLETE)
}
