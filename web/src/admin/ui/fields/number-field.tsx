import type { ComponentProps } from 'react'
import { type Hinted, TextField } from '../../../ui/field.tsx'

/** A whole number; focusing it selects the old one. */
export function NumberField(props: Hinted & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  return (
    <TextField
      min={0}
      step={1}
      inputMode="numeric"
      {...props}
      type="number"
      onFocus={(event) => event.target.select()}
    />
  )
}
