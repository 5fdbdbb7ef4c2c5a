import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toasts.ts'

type CopyFieldProps = {
  label: string
  value: string
  hint?: string
  /** The button's text, and the toasts after copying or if the clipboard is not available. */
  texts: { button: string; copied: string; selected: string }
  /** Further actions. */
  children?: ReactNode
}

/** A read-only text with a copy button; focusing it selects the text. */
export function CopyField({ label, value, hint, texts, children }: CopyFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const select = () => field.current?.querySelector('input')?.select()

  const copy = async () => {
    select()
    try {
      await navigator.clipboard.writeText(value)
      showToast('success', texts.copied)
    } catch {
      showToast('info', texts.selected)
    }
  }
  return (
    <div ref={field} className="grid gap-2 min-w-0">
      <TextField label={label} value={value} hint={hint} readOnly onFocus={select} />
      <div className="flex gap-3 flex-wrap">
        <Button look="soft" onClick={copy}>
          <Copy size={18} aria-hidden="true" />
          <span>{texts.button}</span>
        </Button>
        {children}
      </div>
    </div>
  )
}
