import * as z from 'zod/mini'
import { mapInTurns } from './in-turns.ts'

/** A response that is already written as JSON; `T` is its value. */
export class SerializedJson<T> {
  readonly content: Buffer
  declare readonly value: T

  constructor(text: string) {
    this.content = Buffer.from(text)
  }
}

/** Serialises a large object with its schema as the responses are, but the items of its lists in turns. */
export async function serializeInTurns<S extends z.ZodMiniObject>(
  schema: S,
  value: z.output<S>,
): Promise<SerializedJson<z.output<S>>> {
  const members: string[] = []
  for (const [name, field] of Object.entries(schema.shape)) {
    const part = (value as Record<string, unknown>)[name]
    const text =
      field instanceof z.ZodMiniArray
        ? `[${(await mapInTurns(part as unknown[], (item) => serialize(field.def.element, item))).join()}]`
        : serialize(field, part)
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`)
  }
  return new SerializedJson(`{${members.join()}}`)
}

const serialize = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  JSON.stringify(z.encode(schema, value as never))
