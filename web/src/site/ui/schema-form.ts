import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { type FocusEvent, type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../../lib/api-client.ts'

type SchemaFormOptions<S extends z.ZodMiniType> = {
  /** Values that the browser submitted before hydration, and the server's problems with them. */
  begun?: Partial<RefusedForm>
  /** Sends the validated data. The form is reset afterwards. */
  send: (data: z.output<S>) => Promise<void>
  /** `atFields`: the fields already show the server's messages. */
  onFailure: (error: unknown, atFields: boolean) => void
}

type FieldErrors = Record<string, string>

/**
 * A native form validated by one of core's schemas. A field shows its message after its first blur, and an invalid
 * submit focuses the first invalid field. The inputs are uncontrolled, so that text typed before hydration is kept.
 */
export function useSchemaForm<S extends z.ZodMiniType>(
  schema: S,
  { begun = {}, send, onFailure }: SchemaFormOptions<S>,
) {
  const form = useRef<HTMLFormElement>(null)
  const touched = useRef(new Set<string>())
  const [invalid, setInvalid] = useState<FieldErrors>({})
  const [refused, setRefused] = useState(() => firstErrors(begun.problems ?? []))
  const [typed, setTyped] = useState(begun.typed)
  const [firstRefused] = Object.keys(refused)
  const [isSending, setIsSending] = useState(false)

  // Browsers ignore autofocus in an embedded page.
  useEffect(() => {
    if (document.activeElement === document.body) form.current!.querySelector<HTMLElement>('[autofocus]')?.focus()
  }, [])

  const check = () => {
    const result = schema.safeParse(readValues(form.current!))
    const errors = result.success ? {} : firstErrors(result.error.issues)
    setInvalid(Object.fromEntries(Object.entries(errors).filter(([name]) => touched.current.has(name))))
    return result
  }

  const reset = () => {
    form.current?.reset()
    touched.current.clear()
    setTyped(undefined)
    setInvalid({})
    setRefused({})
  }

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as Partial<HTMLInputElement>
    // A removed element is blurred too.
    if (!name || !form.current) return
    touched.current.add(name)
    check()
  }

  const onInput = ({ target }: InputEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    const { [name]: _, ...others } = refused
    setRefused(others)
    if (touched.current.has(name)) check()
  }

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    for (const { name } of namedFields(form.current!)) touched.current.add(name)
    const result = check()
    if (!result.success) return focusFirst(form.current!, firstErrors(result.error.issues))

    setRefused({})
    setIsSending(true)
    try {
      await send(result.data)
      reset()
    } catch (error) {
      const errors = findErrors(form.current!, error)
      const atFields = Object.keys(errors).length > 0
      setRefused(errors)
      if (atFields) focusFirst(form.current!, errors)
      onFailure(error, atFields)
    }
    setIsSending(false)
  }

  type Name = keyof z.input<S> & string
  /** Props of the field with this name. */
  const field = (name: Name) => ({
    name,
    error: invalid[name] ?? refused[name],
    defaultValue: typed?.[name],
    autoFocus: typed && name === firstRefused,
  })

  return {
    /** Props of the form. With the method dialog, the browser sends nothing before hydration. */
    form: { ref: form, method: 'dialog', noValidate: true, onBlur, onInput, onSubmit } as const,
    field,
    /** Props of the checkbox with this name. */
    box: (name: Name) => ({ ...field(name), defaultChecked: typed?.[name] !== undefined }),
    isSending,
    reset,
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const namedFields = (form: HTMLFormElement) => (Array.from(form.elements) as Field[]).filter((field) => field.name)

function readValues(form: HTMLFormElement) {
  return Object.fromEntries(
    namedFields(form).map((field) => [
      field.name,
      field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value,
    ]),
  )
}

/** The first message of each field. */
function firstErrors(problems: readonly { path: readonly PropertyKey[] | string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of problems) errors[String(typeof path === 'string' ? path : path[0])] ??= message
  return errors
}

/** The server's messages for fields of this form. */
function findErrors(form: HTMLFormElement, error: unknown): FieldErrors {
  const names = new Set(namedFields(form).map((field) => field.name))
  return firstErrors(error instanceof ApiError ? error.errors.filter(({ path }) => names.has(path)) : [])
}

const focusFirst = (form: HTMLFormElement, errors: FieldErrors) =>
  namedFields(form)
    .find((field) => field.name in errors)
    ?.focus()
