import { zodResolver } from '@hookform/resolvers/zod'
import {
  type Control,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../../lib/api-client.ts'

/**
 * A form of the back office, held to one of core's schemas: it starts with values, and some of its fields are no
 * inputs. A message shows once its field was touched, a refused submit goes to the first wrong field.
 */
export function useAdminForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: NoInfer<DefaultValues<Input>>,
) {
  return useForm<Input, unknown, Output>({ mode: 'onTouched', resolver: zodResolver(schema), defaultValues })
}

/**
 * Lets a form begin with what was saved. What was typed `since` it stood there, while the answer was on its way, stays as it is.
 * Returns whether there is any.
 */
export function resetToSaved<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: Input,
  since: FieldValues,
): boolean {
  const typed = form.getValues()
  const later = Object.keys(saved).filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(since[name]))
  form.reset(saved)
  for (const name of later) form.setValue(name as Path<Input>, typed[name], { shouldDirty: true })
  return later.length > 0
}

/** The paths of the fields that have an error: 'name', 'service.amount'. */
export const wrongFields = (errors: FieldErrors, parent = ''): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.type === 'string' ? [parent + name] : wrongFields(error as FieldErrors, `${parent}${name}.`),
  )

/** What an input needs of a form, by the field's name: what ties it to the form, and its message. */
export type FieldOf<Name extends string> = (
  name: Name,
  options?: Pick<RegisterOptions, 'valueAsNumber' | 'setValueAs' | 'onChange'>,
) => UseFormRegisterReturn & { error: string | undefined }

/** The inputs of a form: `<TextField label="Nome" {...field('name')} />`. */
export const fieldsOf =
  <Input extends FieldValues, Output>({
    register,
    formState: { errors },
  }: Pick<UseFormReturn<Input, unknown, Output>, 'register' | 'formState'>): FieldOf<Path<Input>> =>
  (name, options) => ({
    ...register(name, options as RegisterOptions<Input>),
    error: (get(errors, name) as FieldError | undefined)?.message,
  })

/** How an input of a number is registered that may be left empty, and what that means. */
export const numberOr = (empty: number | null) => ({
  setValueAs: (typed: unknown) => (typed === '' || typed === null || typed === undefined ? empty : Number(typed)),
})

/** Where a field is: its form, and its name there. */
export type FieldRef<Input extends FieldValues = FieldValues, Output = FieldValues> = {
  control: Control<Input, unknown, Output>
  name: Path<Input>
}

/** The place of a field, for those that several forms have in common. */
export const fieldRefsOf =
  <Input extends FieldValues, Output>({ control }: { control: Control<Input, unknown, Output> }) =>
  (name: Path<Input>): FieldRef => ({ control: control as unknown as FieldRef['control'], name })

/** What a field of text that is no input needs of a form: `<DateField label="Da" {...useField({ control, name: 'from' })} />`. */
export function useField<Input extends FieldValues, Output>(fieldRef: FieldRef<Input, Output>) {
  const { field, fieldState } = useController(fieldRef)
  const { value, onChange, onBlur, ref } = field
  return { value: (value ?? '') as string, onChange, onBlur, ref, error: fieldState.error?.message }
}

/** Shows the server's messages at the fields they are about and goes to the first. Returns whether there were any. */
export function showFieldProblems<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  const fields = Object.keys(form.getValues())
  const problems = error instanceof ApiError ? error.errors.filter(({ path }) => fields.includes(path)) : []
  problems.sort((one, other) => fields.indexOf(one.path) - fields.indexOf(other.path))
  problems.forEach(({ path, message }, i) => {
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: i === 0 })
  })
  return problems.length > 0
}
