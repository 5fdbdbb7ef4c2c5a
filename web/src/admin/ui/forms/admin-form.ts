import { zodResolver } from '@hookform/resolvers/zod'
import {
  type Control,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../../lib/api-client.ts'

/**
 * A form validated by one of core's schemas. A field shows its message once it was touched, or from the first submit on; a
 * refused submit focuses the first invalid field.
 */
export function useAdminForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: NoInfer<DefaultValues<Input>>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) {
  return useForm<Input, unknown, Output>({ mode, resolver: zodResolver(schema), defaultValues })
}

/** The fields for which a schema has no default. */
type Undefaulted<Input, Output> = {
  [K in keyof Input & keyof Output]-?: undefined extends Input[K] ? (undefined extends Output[K] ? K : never) : K
}[keyof Input & keyof Output]

/** The values of a new record: the defaults of the schema, and values for all other fields. */
export const newValues = <Input extends FieldValues, Output>(
  { shape }: z.ZodMiniType<Output, Input> & { shape: Record<string, z.ZodMiniType> },
  others: { [K in Undefaulted<Input, Output>]: Input[K] | undefined },
) =>
  ({
    ...Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.safeParse(undefined).data])),
    ...others,
  }) as DefaultValues<Input>

/** Fills a form with values; those that differ from the saved ones are unsaved changes. */
export function fillForm<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: FieldValues,
  values: FieldValues,
) {
  form.reset({ ...form.getValues(), ...saved })
  for (const [name, value] of Object.entries(values))
    form.setValue(name as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
}

/**
 * Resets a form to the saved values, but keeps fields that the user has changed since they were `sent`. Returns whether
 * there are any.
 */
export function resetToSaved<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: Input,
  sent: FieldValues,
): boolean {
  const typed = form.getValues()
  const later = Object.keys(saved).filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(sent[name]))
  fillForm(form, saved, Object.fromEntries(later.map((name) => [name, typed[name]])))
  return later.length > 0
}

/** The paths of the invalid fields: 'name', 'service.amount'. */
export const invalidFields = (errors: FieldErrors, parent = ''): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    typeof error?.type === 'string' ? [parent + name] : invalidFields(error as FieldErrors, `${parent}${name}.`),
  )

/** Returns an input's registration and error message by the field's name. */
export type RegisterField<Name extends string> = (
  name: Name,
  options?: Pick<RegisterOptions, 'valueAsNumber' | 'setValueAs' | 'onChange'>,
) => UseFormRegisterReturn & { error: string | undefined }

/** Usage: `<TextField label="Nome" {...field('name')} />`. */
export const fieldRegister =
  <Input extends FieldValues, Output>({
    register,
    formState: { errors },
  }: Pick<UseFormReturn<Input, unknown, Output>, 'register' | 'formState'>): RegisterField<Path<Input>> =>
  (name, options) => ({
    ...register(name, options as RegisterOptions<Input>),
    error: (get(errors, name) as FieldError | undefined)?.message,
  })

/** Options of a number input whose empty value is `empty`. */
export const numberOr = (empty: number | null) => ({
  setValueAs: (typed: unknown) => (typed === '' || typed === null || typed === undefined ? empty : Number(typed)),
})

/** A field of a form. */
export type FieldRef<Input extends FieldValues = FieldValues, Output = FieldValues> = {
  control: Control<Input, unknown, Output>
  name: Path<Input>
}

/** References fields without the type of the form, for fields that several forms share. */
export const fieldReference =
  <Input extends FieldValues, Output>({ control }: { control: Control<Input, unknown, Output> }) =>
  (name: Path<Input>): FieldRef => ({ control: control as unknown as FieldRef['control'], name })

/** The props of a text field that is not a native input: `<DateField label="Da" {...useField({ control, name: 'from' })} />`. */
export function useField<Input extends FieldValues, Output>(fieldRef: FieldRef<Input, Output>) {
  const { field, fieldState } = useController(fieldRef)
  const { value, onChange, onBlur, ref } = field
  return { value: (value ?? '') as string, onChange, onBlur, ref, error: fieldState.error?.message }
}

/** Shows the server's messages at their fields and focuses the first. Returns whether there were any. */
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
