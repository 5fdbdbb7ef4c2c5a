import { type FocusEvent, type InputEvent, type SubmitEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../../lib/api-client.ts'

/** What a form does with data that passed its schema. */
type Actions<S extends z.ZodMiniType> = {
  /** Sends it. When this succeeds the form is reset. */
  send: (data: z.output<S>) => Promise<void>
  /** Told of a failure; `atFields` when the server's messages already stand at their fields. */
  failed: (error: unknown, atFields: boolean) => void
}

type FieldErrors = Record<string, string>

/**
 * A native form held to one of core's schemas. A field shows its message once it was touched, a refused submit goes to
 * the first wrong field. The values live in the inputs alone: nothing that was typed, even before the page came alive,
 * is ever lost.
 */
export function useSchemaForm<S extends z.ZodMiniType>(schema: S, { send, failed }: Actions<S>) {
  const form = useRef<HTMLFormElement>(null)
  const touched = useRef(new Set<string>())
  const [broken, setBroken] = useState<FieldErrors>({})
  const [refused, setRefused] = useState<FieldErrors>({})
  const [isSending, setIsSending] = useState(false)

  const check = () => {
    const result = schema.safeParse(valuesOf(form.current!))
    const errors = result.success ? {} : firstErrors(result.error.issues)
    setBroken(Object.fromEntries(Object.entries(errors).filter(([name]) => touched.current.has(name))))
    return result
  }

  const reset = () => {
    form.current?.reset()
    touched.current.clear()
    setBroken({})
    setRefused({})
  }

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as Partial<HTMLInputElement>
    // What is taken away with the focus in it loses that, too.
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
    for (const { name } of fieldsOf(form.current!)) touched.current.add(name)
    const result = check()
    if (!result.success) return focusFirst(form.current!, firstErrors(result.error.issues))

    setRefused({})
    setIsSending(true)
    try {
      await send(result.data)
      reset()
    } catch (error) {
      const errors = errorsOf(form.current!, error)
      const atFields = Object.keys(errors).length > 0
      setRefused(errors)
      if (atFields) focusFirst(form.current!, errors)
      failed(error, atFields)
    }
    setIsSending(false)
  }

  return {
    /** For the form element. Of method dialog, it sends nothing by itself as long as the page is not alive. */
    form: { ref: form, method: 'dialog', noValidate: true, onBlur, onInput, onSubmit } as const,
    /** For the field of this name. */
    field: (name: keyof z.input<S> & string) => ({ name, error: broken[name] ?? refused[name] }),
    isSending,
    reset,
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = (form: HTMLFormElement) => (Array.from(form.elements) as Field[]).filter((field) => field.name)

function valuesOf(form: HTMLFormElement) {
  return Object.fromEntries(
    fieldsOf(form).map((field) => [
      field.name,
      field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value,
    ]),
  )
}

/** One message a field, the first. */
function firstErrors(problems: { path: readonly PropertyKey[] | string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of problems) errors[String(typeof path === 'string' ? path : path[0])] ??= message
  return errors
}

/** What the server says about fields of this form. */
function errorsOf(form: HTMLFormElement, error: unknown): FieldErrors {
  const names = new Set(fieldsOf(form).map((field) => field.name))
  return firstErrors(error instanceof ApiError ? error.errors.filter(({ path }) => names.has(path)) : [])
}

const focusFirst = (form: HTMLFormElement, errors: FieldErrors) =>
  fieldsOf(form)
    .find((field) => field.name in errors)
    ?.focus()
