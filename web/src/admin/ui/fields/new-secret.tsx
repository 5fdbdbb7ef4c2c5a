import { type ComponentProps, useEffect, useRef } from 'react'
import { CopyField } from './copy-field.tsx'

type NewSecretProps = ComponentProps<typeof CopyField> & {
  /** What it is for, and that it is shown once. */
  text: string
}

/** Shows a secret once, selected and ready to copy. */
export function NewSecret({ text, ...field }: NewSecretProps) {
  const box = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: selects each new secret
  useEffect(() => box.current?.querySelector('input')?.select(), [field.value])

  return (
    <div ref={box} className="grid gap-2 min-w-0 p-4 rounded-m sunken">
      <p role="status">{text}</p>
      <CopyField {...field} />
    </div>
  )
}
