import type { RefusedForm } from '@prenoto/core/pages/page-data.ts'
import { type FocusEvent, type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from '../../lib/api-client.ts'

/** What a form does with data that passed its schema. */
type Actions<S extends z.ZodMiniType> = {
  /** What the browser has sent by itself before, and what the server found wrong with it. */
  begun?: Partial<RefusedForm>
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
export function useSchemaForm<S extends z.ZodMiniType>(schema: S, { begun = {}, send, failed }: Actions<S>) {
  const form = useRef<HTMLFormElement>(null)
  const touched = useRef(new Set<string>())
  const [broken, setBroken] = useState<FieldErrors>({})
  const [refused, setRefused] = useState(() => firstErrors(begun.problems ?? []))
  const [typed, setTyped] = useState(begun.typed)
  const [firstRefused] = Object.keys(refused)
  const [isSending, setIsSending] = useState(false)

  // Browsers do it by themselves, but not within another site.
  useEffect(() => {
    if (document.activeElement === document.body) form.current!.querySelector<HTMLElement>('[autofocus]')?.focus()
  }, [])

  const check = () => {
    const result = schema.safeParse(valuesOf(form.current!))
    const errors = result.success ? {} : firstErrors(result.error.issues)
    setBroken(Object.fromEntries(Object.entries(errors).filter(([name]) => touched.current.has(name))))
    return result
  }

  const reset = () => {
    form.current?.reset()
    touched.current.clear()
    setTyped(undefined)
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

  type Name = keyof z.input<S> & string
  /** For the field of this name. */
  const field = (name: Name) => ({
    name,
    error: broken[name] ?? refused[name],
    defaultValue: typed?.[name],
    autoFocus: typed && name === firstRefused,
  })

  return {
    /** For the form element. Of method dialog, it sends nothing by itself as long as the page is not alive. */
    form: { ref: form, method: 'dialog', noValidate: true, onBlur, onInput, onSubmit } as const,
    field,
    /** The same for a box to tick. */
    box: (name: Name) => ({ ...field(name), defaultChecked: typed?.[name] !== undefined }),
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
function firstErrors(problems: readonly { path: readonly PropertyKey[] | string; message: string }[]): FieldErrors {
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
