import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../lib/api-client.ts'

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

/** What an input needs of a form, by the field's name: what ties it to the form, and its message. */
export type FieldOf<Name extends string> = (
  name: Name,
  options?: Pick<RegisterOptions, 'valueAsNumber' | 'onChange'>,
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

/** Shows the server's messages at the fields they are about and goes to the first. Returns whether there were any. */
export function showFieldProblems<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  const fields = form.control._fields
  const problems = error instanceof ApiError ? error.errors.filter(({ path }) => path in fields) : []
  problems.forEach(({ path, message }, i) => {
    form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: i === 0 })
  })
  return problems.length > 0
}
